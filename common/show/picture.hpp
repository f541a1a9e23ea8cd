#pragma once
// Moments of a run as a picture for a page of the workbook, drawn with the same panels.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "show/scene.hpp"

namespace halo::show {

/// What to draw of a run.
struct Frame {
    int line = 0;                               ///< the first moment in this line; 0: all that one thread does
    std::int64_t thread = -1;                   ///< that is followed; -1: nobody
    std::vector<std::string> panels = {};       ///< `threads`, `requests` of its warp, and arrays by name; empty: threads and all arrays
};

/// From `57:42:threads,d_in,s_tile`, or `*:42` for all that thread 42 does. Throws Unreadable.
Frame frame_from(std::string_view text);

/// An SVG with a background, a title, and colours for light and dark. Throws Unreadable where a frame shows nothing.
std::string picture(const Scene& scene, const std::vector<Frame>& frames);

}  // namespace halo::show
