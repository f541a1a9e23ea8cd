#pragma once
// Runs a function once more, records what one block does, and writes it down to be drawn: `make show`.

#include <string>

namespace halo::lab {

/// What the student asked to see; empty: what says most about the last failure.
struct ShowRequest {
    std::string file;                       ///< to write
    std::string function = {}, block = {};  ///< `conv2d_tiled`; `1,0`
    std::string call = {};                  ///< as messages say it: `48 x 32 image, radius 2`; for a function by name
};

/// Returns the exit code; 1: nothing to show, and why is printed.
int write_scene(const ShowRequest& request);

}  // namespace halo::lab
