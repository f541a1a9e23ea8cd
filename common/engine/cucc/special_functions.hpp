#pragma once
// The special functions of <cmath>, as std::legendre.

#include <string_view>

namespace halo::cucc {

/// Is one of them named, with or without `std::`? A word in a comment counts, too: then they are there, and nobody uses them.
bool names_special_function(std::string_view source);

}  // namespace halo::cucc
