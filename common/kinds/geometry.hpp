#pragma once
// The layout of a call's arrays according to the lab's contract. A watcher knows only addresses.

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "diagnose/compare.hpp"

namespace halo::lab {

/// The output as messages name it.
struct Output {
    std::string name = "d_out";       ///< the parameter: `h_out`, `d_data`
    std::string array = "out";        ///< in `out[3][14]`
    int row = 0;                      ///< elements in a row; 0 for a signal
    int across = 1;                   ///< values that lie together: the 3 bytes of a pixel
    bool on_host = false;             ///< the function copies it back itself
    bool in_place = false;            ///< it held the input before the call

    /// `out[14]`, `out[3][14]`, `out[3][14][2]`
    std::string element(std::size_t flat) const
    {
        if (across == 1) return halo::element(flat, row, array);
        const auto values = std::size_t(across);
        return halo::element(flat / values, row, array) + '[' + std::to_string(flat % values) + ']';
    }
};

/// An array of rows.
struct Matrix {
    std::int64_t rows = 0, row = 0;   ///< elements in a row; bytes for a picture
    int across = 1;                   ///< elements that lie together: the 3 bytes of a pixel
    bool transposed = false;              ///< x is its row index: the output of a transpose
    std::string name = {};            ///< occurs in the array's name; empty: any array with this many elements
};

struct Geometry {
    int radius = 0;                   ///< how far from its output a thread reads
    int tile = 0;                     ///< outputs of a block along each direction; 0: unknown
    std::int64_t filter = 0;          ///< elements of the filter; 0: the function has none, or one for each pair of channels
    std::vector<Matrix> matrices = {};
    bool any_kernel = false;          ///< the lab says nothing of blocks and threads: an index cannot be held against them
};

}  // namespace halo::lab
