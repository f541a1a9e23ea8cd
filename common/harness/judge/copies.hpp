#pragma once
// What the host code of a function did with its arrays, where that explains a wrong output: a copy that is missing, too short, or
// made at the wrong time, by its line.

#include <string>

#include "findings/history.hpp"
#include "kinds/geometry.hpp"

namespace halo::lab {

/// `line 61 copies to h_out before line 63 launches conv1d_kernel`. Empty: the copies explain nothing.
std::string doubtful_copies(const History& h, const Output& output);

/// `line 63 launches conv1d_kernel, which stores nothing`. Empty: no launch is known.
std::string launched_in_vain(const History& h);

}  // namespace halo::lab
