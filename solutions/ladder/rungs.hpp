#pragma once
// Functions that are rungs of a list in another file, and functions whose tile size is a subject: solutions/ladder/reuse asks how the time
// follows from it. Defined for the sizes at the end of their files.

#include "ladder.hpp"

namespace halo::ladder {

// 1-D, a filter of 9. The number: threads of a block. Design 1: as many outputs. Design 2: as many inputs, so 8 outputs fewer. Design 3: as
// many outputs, and no halo in shared memory.
template <int kBlock> void conv1d_design1(const Problem& p);
template <int kBlock> void conv1d_design2(const Problem& p);
template <int kBlock> void conv1d_design3(const Problem& p);

// 2-D, 5 × 5. The numbers: columns and rows of a block; of outputs in designs 1 and 3, of inputs in design 2.
template <int kBlockX, int kBlockY> void conv2d_design1(const Problem& p);
template <int kBlock> void conv2d_design2(const Problem& p);
template <int kBlock> void conv2d_design3(const Problem& p);

template <int kRadius> void conv2d_marching(const Problem& p);

void conv2d_texture(const Problem& p);          // of the image's rows where they lie
void conv2d_texture_array(const Problem& p);    // of a copy

void conv1d_argument(const Problem& p);

// By bulk copies: tiles of kQuads quads, or kRows rows for each of kWarps warps; kStages of them in the shared memory of each of kBlocks
// blocks of a multiprocessor. The CPU engine knows no PTX and has none of them.
#ifdef __HALO_CPU__
template <int kQuads, int kStages, int kBlocks>
inline constexpr void (*conv1d_bulk)(const Problem&) = nullptr;
template <int kRadius, int kRows, int kWarps, int kStages, int kBlocks>
inline constexpr void (*conv2d_tensor)(const Problem&) = nullptr;
#else
template <int kQuads, int kStages, int kBlocks> void conv1d_bulk(const Problem& p);
template <int kRadius, int kRows, int kWarps, int kStages, int kBlocks> void conv2d_tensor(const Problem& p);
#endif

}  // namespace halo::ladder
