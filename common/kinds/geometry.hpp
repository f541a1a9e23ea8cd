#pragma once
// How the arrays of a call lie, as the lab's contract has it. A watcher knows addresses only.

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
    int row = 0;                      ///< in a row; 0 for a signal
    int across = 1;                   ///< values that lie together: the 3 bytes of a pixel
    bool on_host = false;             ///< the function itself copies it back
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
    std::int64_t rows = 0, row = 0;   ///< elements in a row; of a picture, bytes
    int across = 1;                   ///< elements that lie together: the 3 bytes of a pixel
    bool turned = false;              ///< x counts its rows: the output of a transpose
    std::string name = {};            ///< is in the array's name; empty: any array of as many elements
};

struct Geometry {
    int radius = 0;                   ///< how far from its output a thread reads
    int tile = 0;                     ///< outputs of a block along each direction; 0: not known
    std::int64_t filter = 0;          ///< elements of the filter; 0: the function is given none, or one for each pair of channels
    std::vector<Matrix> matrices = {};
};

}  // namespace halo::lab
