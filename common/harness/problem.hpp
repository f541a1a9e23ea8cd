#pragma once
// The kinds of functions that labs ask for. A new kind is one struct here, and one overload each of
// make_inputs (inputs.cpp), call (call.cpp) and solve (expected.cpp).

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "data/boundary.hpp"
#include "data/extent.hpp"

namespace halo::lab {

/// How large one call is. A lab writes `{17, 15}`, or `{.width = 3, .filter_width = 9}`.
struct Size {
    int width = 1;
    int height = 1;                   ///< 1-D problems have one row
    int filter_width = 5;             ///< only for functions that take it as an argument
    int in_channels = 1;              ///< of functions with channels; `width` is the length of each
    int out_channels = 1;

    Extent extent() const { return {width, height}; }
    friend bool operator==(const Size&, const Size&) = default;
};

/// 1-D convolution on host pointers, of any odd filter width: the function allocates, copies and frees.
struct HostConv1d {
    using Function = void (*)(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width);
};

/// The same on device pointers, but for the filter.
struct DeviceConv1d {
    using Function = void (*)(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width);
};

/// 1-D convolution on device pointers. `tile` outputs a block; 0 for a function that does not tile.
struct Conv1d {
    int radius = 1;
    int tile = 0;
    bool core_only = false;           ///< design 3: the halo is read from global memory, once for each tap
    using Function = void (*)(const float* d_in, const float* h_filter, float* d_out, int width);
};

/// 2-D convolution on device pointers. `tile` × `tile` outputs a block; 0 for a function that does not tile.
struct Conv2d {
    int radius = 1;
    int tile = 0;
    bool core_only = false;           ///< as in Conv1d
    using Function = void (*)(const float* d_in, const float* h_filter, float* d_out, int width, int height);
};

/// d_out[x][y] = d_in[y][x] on device pointers: [height][width] becomes [width][height]. A block moves `tile` × `tile`
/// elements; 0 when that is not known.
struct Transpose {
    int tile = 0;
    using Function = void (*)(const float* d_in, float* d_out, int width, int height);
};

/// The same where the matrix lies, [n][n]. n is the size's width.
struct TransposeInPlace {
    int tile = 0;
    using Function = void (*)(float* d_data, int n);
};

using halo::Boundary;

/// A filter on a colour picture, bytes [height][width][3] on host pointers: sums are rounded and clamped to 0…255.
/// What lies outside the picture is part of the kind: a lab has a function for each policy, all of one signature.
struct FilterImage {
    int radius = 1;
    int tile = 0;
    Boundary boundary = Boundary::zero;
    using Function = void (*)(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter);
};

/// 2-D convolution on device pointers with a filter that is a column times a row: a pass along each.
struct SeparableConv2d {
    int radius = 1;
    using Function = void (*)(const float* d_in, const float* h_column, const float* h_row, float* d_out, int width, int height);
};

/// A layer of a network: every output channel has a filter for each input channel, and a bias. All on the device: in [C][L],
/// weight [O][C][2R+1], bias [O], out [O][L]. `tile` outputs of a channel a block; 0 for a function that does not tile.
struct Channels1d {
    int radius = 1;
    int tile = 0;
    using Function = void (*)(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels,
                              int out_channels, int length);
};

using Problem = std::variant<HostConv1d, DeviceConv1d, Conv1d, Conv2d, Transpose, TransposeInPlace, FilterImage, SeparableConv2d,
                             Channels1d>;

/// Whatever a problem's Function is, until `call` casts it back.
using Function = void (*)();

/// What one call is given: the arrays in the order of the arguments.
struct Inputs {
    Size size;
    std::vector<std::vector<float>> arrays;
};

/// Position-dependent whole numbers, and an asymmetric filter or no two of them equal; another set for each seed.
Inputs make_inputs(const Problem& problem, Size size, std::uint64_t seed);

}  // namespace halo::lab
