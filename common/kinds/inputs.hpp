#pragma once
// The inputs of one call.

#include <vector>

#include "data/extent.hpp"

namespace halo::lab {

/// How large one call is. A lab writes `{17, 15}`, or `{.width = 3, .filter_width = 9}`.
struct Size {
    int width = 1;
    int height = 1;                   ///< 1-D problems have one row
    int filter_width = 5;             ///< only for functions with this parameter
    int in_channels = 1;              ///< of functions with channels; `width` is the length of each
    int out_channels = 1;
    int offset = 0;                   ///< floats that d_in and d_out lie past a multiple of 16 bytes

    Extent extent() const { return {width, height}; }
    friend bool operator==(const Size&, const Size&) = default;
};

/// A number by which the calls of a function differ, and what its contract asks of it.
struct SizeField {
    const char* name;                 ///< `width`
    int Size::*member;
    bool squared = false;             ///< the side of a square
    bool odd = false;
    int multiple_of = 1;
};

/// The arrays in the order of the arguments.
struct Inputs {
    Size size;
    std::vector<std::vector<float>> arrays;
};

}  // namespace halo::lab
