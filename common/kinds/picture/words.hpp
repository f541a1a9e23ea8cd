#pragma once
// The words for filters on pictures.

#include "findings/words.hpp"

namespace halo::lab {

inline constexpr Words kPictureWords = {
    .thing = "byte",
    .spot = "pixel",
    .input = "picture",
    .unit = "byte",
    .flat = false,
    .sums = true,
    .neighbours = true,
    .offset = "dy and dx",
    .no_offset = "(0, 0)",
    .launch = "blocks for every pixel, and does each thread store three bytes",
    .filter_and_input = "filter[dy+R][dx+R] meets in[y+dy][x+dx]",
};

}  // namespace halo::lab
