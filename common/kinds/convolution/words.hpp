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

/// Pixels in registers: lanes hand them to each other.
inline constexpr Words kShuffleWords = [] {
    Words words = kImageWords;
    words.launch = "blocks for every pixel, is lane threadIdx.x, and does each inner lane store its sum";
    words.source = "which lane brings that element? The third argument of __shfl_sync is a lane, lane + dx, not a column of the image; a fourth would divide the warp. If it is of another row: which sum is stored, and do all move on by one place after each row, the last first?";
    words.no_sum = "once a row is added and the finished sum stored, all sums move on by one place, and the last begins with 0: do they, in each row?";
    return words;
}();

/// Windows of pixels in registers, for several outputs of a thread.
inline constexpr Words kWindowWords = [] {
    Words words = kImageWords;
    words.source = "where does the window begin, in rows and in columns, and which of its elements meets which weight? For output row r of a thread, row w of its window meets "
                   "row w - r of the filter, counted from the top of both";
    return words;
}();

/// Pixels from a texture.
inline constexpr Words kTextureWords = [] {
    Words words = kImageWords;
    words.ghosts = "the address mode says what a fetch gives outside: how.addressMode[0], for x, and [1], for y, are to be cudaAddressModeBorder";
    words.ghosts_along = "addressMode[0] is for x and [1] for y: which of them is not cudaAddressModeBorder yet?";
    words.shift = "the middle of pixel x is at x + 0.5: what is added to x + dx, and to y + dy, where the fetch names its pixel?";
    words.turned = "tex2D takes x first, then y";
    words.source = "which pixel does that fetch name? x + dx comes first, then y + dy, each with 0.5 added";
    return words;
}();

/// Advice where outputs need their neighbours: ghost elements and halos explain most accesses outside an array. `in_rows`: of an image.
std::optional<Diagnosis> about_ghosts(const Finding& finding, bool in_rows = false);

/// The same for shared memory where blocks may have a thread for each element of the tile and its halo: one of the halo may sum.
std::optional<Diagnosis> about_halo_threads(const Finding& finding, int tile, int radius);

/// A sum that moves on from row to row, stored outside the image.
std::optional<Diagnosis> about_moving_sums(const Finding& finding, int width);

/// The same for shared memory where the block has a thread for each output, and the tile more elements.
std::optional<Diagnosis> about_small_block(const Finding& finding, int tile, int radius);

/// An output stored where its tile begins. `width` of a row.
std::optional<Diagnosis> about_output_place(const Finding& finding, int tile, int radius, int width);

/// The same for shared memory where the tile holds only its core.
std::optional<Diagnosis> about_core(const Finding& finding);

}  // namespace halo::lab
