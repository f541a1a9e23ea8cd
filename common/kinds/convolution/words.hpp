#pragma once
// How convolutions speak of what they have.

#include "findings/words.hpp"

namespace halo {

inline constexpr Words kSignalWords = {
    .thing = "element",
    .spot = "element",
    .input = "input",
    .flat = true,
    .launch = "blocks for every element, and does each thread store its sum",
    .filter_and_input = "here out[i] sums filter[d+R] · in[i+d]",
    .which_weight = "which element of the filter belongs to the offset -R, to 0, to R?",
};

inline constexpr Words kImageWords = {
    .thing = "pixel",
    .spot = "pixel",
    .input = "image",
    .flat = false,
    .launch = "blocks for every pixel, and does each thread store its sum",
    .filter_and_input = "here out[y][x] sums filter[dy+R][dx+R] · in[y+dy][x+dx]",
    .which_weight = "which element of the filter belongs to the offset (0, 0), and which one is below it?",
};

}  // namespace halo
