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
    std::vector<std::int64_t> shape = {};           ///< its extents, slowest first: {height, width}; without one, or with a single one, an element has one index
    int across = 1;                   ///< values that lie together: the 3 bytes of a pixel
    bool on_host = false;             ///< the function copies it back itself
    bool in_place = false;            ///< it held the input before the call

    /// Elements in a row; 0 for a signal.
    std::int64_t row() const { return shape.size() > 1 ? shape.back() : 0; }

    /// Of an element; last, that among the values that lie together.
    std::vector<std::size_t> indices(std::size_t flat) const
    {
        std::vector<std::size_t> all = halo::indices(flat / std::size_t(across), shape);
        if (across > 1) all.push_back(flat % std::size_t(across));
        return all;
    }

    /// `out[14]`, `out[3][14]`, `out[3][14][2]`
    std::string element(std::size_t flat) const
    {
        const std::string whole = halo::element(flat / std::size_t(across), shape, array);
        return across == 1 ? whole : whole + '[' + std::to_string(flat % std::size_t(across)) + ']';
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
    std::vector<std::int64_t> in = {};              ///< extents of the input, slowest first: {height, width}; empty: as far as it doesn't matter
    std::vector<Matrix> matrices = {};
    bool no_tile = false;             ///< the block keeps nothing in shared memory
    bool by_texture = false;          ///< the input is fetched through a texture object
    int passes = 1;                   ///< kernels that each store as many elements as the output has
    bool any_kernel = false;          ///< the lab says nothing of blocks and threads: an index cannot be held against them
};

}  // namespace halo::lab
