#pragma once
// Kernels that reuse what a block has loaded to a different degree: a tile's size, and how its loads are shared out.

#include <vector>

#include "ladder.hpp"

namespace halo::ladder {

struct TiledKernel {
    const char* name;
    int tile;                           ///< outputs in a row (2-D: and a column) that share what is loaded; 1: nothing is shared
    int block;                          ///< threads
    void (*run)(const Problem&);
};

/// The first of each list has no tile: reuse is measured against its loads.
std::vector<TiledKernel> line_kernels();        // 1-D, a filter of 9
std::vector<TiledKernel> image_kernels();       // 2-D, 5 × 5

}  // namespace halo::ladder
