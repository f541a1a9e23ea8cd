#pragma once
// The words for convolutions, and what findings of the engine mean in them.

#include <optional>

#include "findings/evidence.hpp"
#include "findings/finding.hpp"
#include "findings/words.hpp"

namespace halo::lab {

inline constexpr Words kSignalWords = {
    .sums = true,
    .neighbours = true,
    .launch = "blocks for every element, and does each thread store its sum",
    .filter_and_input = "here out[i] sums filter[d+R] · in[i+d]",
    .which_weight = "which element of the filter belongs to the offset -R, to 0, to R?",
};

inline constexpr Words kImageWords = {
    .thing = "pixel",
    .spot = "pixel",
    .input = "image",
    .flat = false,
    .sums = true,
    .neighbours = true,
    .offset = "dy and dx",
    .no_offset = "(0, 0)",
    .launch = "blocks for every pixel, and does each thread store its sum",
    .filter_and_input = "here out[y][x] sums filter[dy+R][dx+R] · in[y+dy][x+dx]",
    .which_weight = "which element of the filter belongs to the offset (0, 0), and which one is below it?",
};

/// Advice where outputs need their neighbours: ghost elements and halos explain most accesses outside an array. `in_rows`: of an image.
std::optional<Diagnosis> about_ghosts(const Finding& finding, bool in_rows = false);

/// The same for shared memory where blocks may have a thread for each element of the tile and its halo: one of the halo may sum.
std::optional<Diagnosis> about_halo_threads(const Finding& finding, int tile, int radius);

/// The same for shared memory where the tile holds only its core.
std::optional<Diagnosis> about_core(const Finding& finding);

}  // namespace halo::lab
