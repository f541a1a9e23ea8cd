// The ladder of the 2-D convolution, 5 × 5; and of 3 × 3, whose best block is another
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R
//
// 25 multiply-adds for 8 bytes: still less than half of what a card does while it copies. But 25 loads are not. The rungs
// keep what a thread has loaded in its registers and let it compute more outputs with it, in x and then in y.
// Then tests and addresses are what is left to save.

#include "rungs.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"
#include "segment.hpp"

namespace halo::ladder {

namespace {

constexpr int kMostRadius = 2;
constexpr int kBlockX = 32, kBlockY = 8;

__constant__ float c_filter[(2 * kMostRadius + 1) * (2 * kMostRadius + 1)];

/// The filter in constant memory, in the clothes of FilterArgument.
struct FilterInConstant {
    __device__ float operator[](int i) const { return c_filter[i]; }
};

// One output a thread; filter and its width come with the call.
__global__ void conv2d_basic_kernel(const float* in, const float* filter, float* out, int width, int height, int radius)
{
    const int x = int(blockIdx.x) * kBlockX + int(threadIdx.x), y = int(blockIdx.y) * kBlockY + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += filter[(dy + radius) * (2 * radius + 1) + dx + radius] * in[std::int64_t(y + dy) * width + x + dx];
    out[std::int64_t(y) * width + x] = sum;
}

__global__ void conv2d_constant_kernel(const float* in, float* out, int width, int height, int radius)
{
    const int x = int(blockIdx.x) * kBlockX + int(threadIdx.x), y = int(blockIdx.y) * kBlockY + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += c_filter[(dy + radius) * (2 * radius + 1) + dx + radius] * in[std::int64_t(y + dy) * width + x + dx];
    out[std::int64_t(y) * width + x] = sum;
}

// The width is known to the compiler: no counters, no branch back, 25 loads under way at once.
template <int kRadius>
__global__ void conv2d_unrolled_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kBlockX + int(threadIdx.x), y = int(blockIdx.y) * kBlockY + int(threadIdx.y);
    if (x >= width || y >= height) return;
    const float* const centre = in + std::int64_t(y) * width + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = -kRadius; dy <= kRadius; ++dy)
#pragma unroll
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += c_filter[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius] * centre[std::int64_t(dy) * width + dx];
    out[std::int64_t(y) * width + x] = sum;
}

/// How a thread comes by the halo of its four columns.
enum class Halo { through_l1, by_shuffle, unaligned };

/// Of a block that keeps its pixels in registers.
template <int kRowsOfThread, int kWarpsOfBlock, Halo kHaloBy = Halo::through_l1, bool kStreamingStores = false>
struct Shape {
    static constexpr int kRows = kRowsOfThread;     // outputs of a thread in y; in x they are 4
    static constexpr int kWarps = kWarpsOfBlock;    // one below the other
    enum { kByShuffle = kHaloBy == Halo::by_shuffle, kAligned = kHaloBy != Halo::unaligned };
    static constexpr bool kStreaming = kStreamingStores;
};

/// Row `r` of the outputs, from segments that are in registers.
template <int kRadius, int kSegments, class Filter>
__device__ float4 sums(const Segment<kRadius> (&segment)[kSegments], int r, const Filter& filter)
{
    constexpr int kSide = 2 * kRadius + 1;
    float sum[4] = {};
#pragma unroll
    for (int dy = 0; dy < kSide; ++dy)
#pragma unroll
        for (int dx = 0; dx < kSide; ++dx)
#pragma unroll
            for (int k = 0; k < 4; ++k) sum[k] += filter[dy * kSide + dx] * segment[r + dy].pixel[k + dx];
    return make_float4(sum[0], sum[1], sum[2], sum[3]);
}

// A thread computes 4 × kRows outputs. It loads kRows + 2R segments, all at once, and sums from registers alone: no barrier,
// no shared memory. A row that it has loaded serves up to 2R+1 rows of outputs.
template <int kRadius, class S, class Filter>
__global__ void __launch_bounds__(32 * S::kWarps)
conv2d_registers_kernel(const float* in, float* out, int width, int height, int first_row, Filter filter)
{
    constexpr int kSegments = S::kRows + 2 * kRadius;
    constexpr bool kAligned = S::kAligned;
    const int x = (int(blockIdx.x) * 32 + int(threadIdx.x)) * 4;
    const int y = first_row + (int(blockIdx.y) * S::kWarps + int(threadIdx.y)) * S::kRows;

    Segment<kRadius> segment[kSegments];
#pragma unroll
    for (int r = 0; r < kSegments; ++r) {
        if constexpr (S::kByShuffle) segment[r] = load_own_segment<kRadius>(in, x, y + r - kRadius, width, height);
        else segment[r] = load_segment<kRadius, kAligned>(in, x, y + r - kRadius, width, height);
    }
    if constexpr (S::kByShuffle)
#pragma unroll
        for (int r = 0; r < kSegments; ++r) exchange_halo(segment[r]);
#pragma unroll
    for (int r = 0; r < S::kRows; ++r) store_columns<S::kStreaming, kAligned>(out, sums(segment, r, filter), x, y + r, width, height);
}

// The same work, and a test less for each load and store: one, for the whole warp, whether its window is inside the image. In all but
// the warps at the rim it is, and an address follows from the one above it by an addition.
template <int kRadius, class S, class Filter>
__global__ void __launch_bounds__(32 * S::kWarps)
conv2d_one_test_kernel(const float* in, float* out, int width, int height, int first_row, Filter filter)
{
    constexpr int kSegments = S::kRows + 2 * kRadius;
    const int x0 = int(blockIdx.x) * 128, x = x0 + int(threadIdx.x) * 4;
    const int y = first_row + (int(blockIdx.y) * S::kWarps + int(threadIdx.y)) * S::kRows;
    const bool inside = x0 > 0 && x0 + 128 < width && y >= kRadius && y + S::kRows + kRadius <= height;

    Segment<kRadius> segment[kSegments];
    if (inside) {
        const float* at = in + std::int64_t(y - kRadius) * width + x;
#pragma unroll
        for (int r = 0; r < kSegments; ++r, at += width) segment[r] = load_whole_segment<kRadius>(at);
    } else {
#pragma unroll
        for (int r = 0; r < kSegments; ++r) segment[r] = load_segment<kRadius, true>(in, x, y + r - kRadius, width, height);
    }
    float* at = out + std::int64_t(y) * width + x;
#pragma unroll
    for (int r = 0; r < S::kRows; ++r, at += width) {
        const float4 quad = sums(segment, r, filter);
        if (inside) store_quad<S::kStreaming>(at, quad);
        else store_columns<S::kStreaming, true>(out, quad, x, y + r, width, height);
    }
}

template <int kRadius>
void copy_filter(const Problem& p)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, p.h_filter, (2 * kRadius + 1) * (2 * kRadius + 1) * sizeof(float)));
}

dim3 grid_of(const Problem& p, int columns, int rows) { return dim3(ceil_div(p.width, columns), ceil_div(p.height, rows)); }

template <int kRadius>
void conv2d_basic(const Problem& p)
{
    conv2d_basic_kernel<<<grid_of(p, kBlockX, kBlockY), dim3(kBlockX, kBlockY)>>>(p.d_in, p.d_filter, p.d_out, p.width, p.height, kRadius);
    CUDA_CHECK(cudaGetLastError());
}

template <int kRadius>
void conv2d_constant(const Problem& p)
{
    copy_filter<kRadius>(p);
    conv2d_constant_kernel<<<grid_of(p, kBlockX, kBlockY), dim3(kBlockX, kBlockY)>>>(p.d_in, p.d_out, p.width, p.height, kRadius);
    CUDA_CHECK(cudaGetLastError());
}

template <int kRadius>
void conv2d_unrolled(const Problem& p)
{
    copy_filter<kRadius>(p);
    conv2d_unrolled_kernel<kRadius><<<grid_of(p, kBlockX, kBlockY), dim3(kBlockX, kBlockY)>>>(p.d_in, p.d_out, p.width, p.height);
    CUDA_CHECK(cudaGetLastError());
}

/// Calls `start(rows of blocks, first row)`: a grid has 65535 rows of blocks at most, and taller images are done in several.
template <class S, class Start>
void for_rows_of_blocks(const Problem& p, Start start)
{
    constexpr int kBlockRows = S::kRows * S::kWarps, kMostRows = kMostBlocksInY * kBlockRows;
    for (std::int64_t first = 0; first < p.height; first += kMostRows)
        start(ceil_div(int(p.height - first < kMostRows ? p.height - first : kMostRows), kBlockRows), int(first));
    CUDA_CHECK(cudaGetLastError());
}

template <int kRadius, class S, class Filter>
void launch_registers(const Problem& p, const Filter& filter)
{
    for_rows_of_blocks<S>(p, [&](int rows, int first_row) {
        conv2d_registers_kernel<kRadius, S><<<dim3(ceil_div(p.width, 128), rows), dim3(32, S::kWarps)>>>(p.d_in, p.d_out, p.width, p.height, first_row, filter);
    });
}

template <int kRadius, class S, class Filter>
void launch_one_test(const Problem& p, const Filter& filter)
{
    for_rows_of_blocks<S>(p, [&](int rows, int first_row) {
        conv2d_one_test_kernel<kRadius, S><<<dim3(ceil_div(p.width, 128), rows), dim3(32, S::kWarps)>>>(p.d_in, p.d_out, p.width, p.height, first_row, filter);
    });
}

/// Rows that don't begin at a multiple of 16 bytes are loaded element by element, into the same registers.
using Unaligned = Shape<4, 4, Halo::unaligned>;

bool rows_are_quads(const Problem& p) { return p.width % 4 == 0 && quads_fit(p.d_in, p.d_out); }

template <int kRadius, class S>
void conv2d_registers(const Problem& p)
{
    copy_filter<kRadius>(p);
    if (rows_are_quads(p)) launch_registers<kRadius, S>(p, FilterInConstant{});
    else launch_registers<kRadius, Unaligned>(p, FilterInConstant{});
}

template <int kRadius>
using Argument = FilterArgument<(2 * kRadius + 1) * (2 * kRadius + 1)>;

template <int kRadius, class S>
void conv2d_argument(const Problem& p)
{
    if (rows_are_quads(p)) launch_registers<kRadius, S>(p, Argument<kRadius>::from(p.h_filter));
    else launch_registers<kRadius, Unaligned>(p, Argument<kRadius>::from(p.h_filter));
}

template <int kRadius, class S>
void conv2d_one_test(const Problem& p)
{
    if (rows_are_quads(p)) launch_one_test<kRadius, S>(p, Argument<kRadius>::from(p.h_filter));
    else launch_registers<kRadius, Unaligned>(p, Argument<kRadius>::from(p.h_filter));
}

constexpr Rung kRungs5[] = {
    {"conv2d_basic", "", "a pixel a thread, the filter in global memory", conv2d_basic<2>},
    {"conv2d_constant", "conv2d_basic", "the filter in constant memory", conv2d_constant<2>},
    {"conv2d_unrolled", "conv2d_constant", "the filter's width known to the compiler", conv2d_unrolled<2>},
    {"conv2d_tiled", "conv2d_unrolled", "each pixel loaded once a block, through shared memory", conv2d_design2<32>},
    {"conv2d_design1", "conv2d_tiled", "a thread for each output, 32 × 16; a block loads in several steps", conv2d_design1<32, 16>},
    {"conv2d_design3", "conv2d_tiled", "no halo in shared memory: it comes through the caches", conv2d_design3<32>},
    {"conv2d_texture", "conv2d_unrolled", "pixels through a texture of the same rows: no tests", conv2d_texture},
    {"conv2d_texture_array", "conv2d_texture", "the texture of an array; the copy to it is part of the call", conv2d_texture_array},
    {"conv2d_4x1", "conv2d_unrolled", "four columns a thread in registers, loads and stores of 16 bytes", conv2d_registers<2, Shape<1, 4>>},
    {"conv2d_4x2", "conv2d_4x1", "two rows a thread", conv2d_registers<2, Shape<2, 4>>},
    {"conv2d_4x4", "conv2d_4x2", "four rows a thread", conv2d_registers<2, Shape<4, 4>>},
    {"conv2d_4x8", "conv2d_4x4", "eight rows a thread", conv2d_registers<2, Shape<8, 4>>},
    {"conv2d_4x16", "conv2d_4x8", "sixteen rows a thread", conv2d_registers<2, Shape<16, 4>>},
    {"conv2d_4x8_one_warp", "conv2d_4x8", "blocks of one warp", conv2d_registers<2, Shape<8, 1>>},
    {"conv2d_4x8_two_warps", "conv2d_4x8", "blocks of two warps", conv2d_registers<2, Shape<8, 2>>},
    {"conv2d_4x8_eight_warps", "conv2d_4x8", "blocks of eight warps", conv2d_registers<2, Shape<8, 8>>},
    {"conv2d_4x8_shuffled", "conv2d_4x8_two_warps", "the halo by shuffle", conv2d_registers<2, Shape<8, 2, Halo::by_shuffle>>},
    {"conv2d_4x8_streaming", "conv2d_4x8_two_warps", "stores that ask not to be kept in the cache", conv2d_registers<2, Shape<8, 2, Halo::through_l1, true>>},
    {"conv2d_argument", "conv2d_4x8_two_warps", "the filter as an argument of the launch: no copy before it", conv2d_argument<2, Shape<8, 2>>},
    {"conv2d_marching", "conv2d_argument", "running sums: a thread goes down 116 rows and loads each once", conv2d_marching<2>},
    {"conv2d_tensor", "conv2d_argument", "bulk copies of boxes to shared memory, two under way; blocks that stay", conv2d_tensor<2, 8, 8, 2, 2>, 90},
    {"conv2d_one_test", "conv2d_argument", "one test for a warp's whole window", conv2d_one_test<2, Shape<8, 2>>},
    {"conv2d_5x5", "conv2d_one_test", "nine rows a thread", conv2d_one_test<2, Shape<9, 2>>},
};

constexpr Rung kRungs3[] = {
    {"conv2d_basic", "", "a pixel a thread, the filter in global memory", conv2d_basic<1>},
    {"conv2d_unrolled", "conv2d_basic", "the filter in constant memory, its width known to the compiler", conv2d_unrolled<1>},
    {"conv2d_4x1", "conv2d_unrolled", "four columns a thread in registers", conv2d_registers<1, Shape<1, 4>>},
    {"conv2d_4x2", "conv2d_4x1", "two rows a thread", conv2d_registers<1, Shape<2, 8>>},
    {"conv2d_4x4", "conv2d_4x2", "four rows a thread", conv2d_registers<1, Shape<4, 8>>},
    {"conv2d_4x2_shuffled", "conv2d_4x2", "the halo by shuffle", conv2d_registers<1, Shape<2, 8, Halo::by_shuffle>>},
    {"conv2d_4x2_streaming", "conv2d_4x2_shuffled", "stores that ask not to be kept in the cache", conv2d_registers<1, Shape<2, 8, Halo::by_shuffle, true>>},
    {"conv2d_4x2_argument", "conv2d_4x2", "the filter as an argument of the launch: no copy before it", conv2d_argument<1, Shape<2, 8>>},
    {"conv2d_marching", "conv2d_4x2_argument", "running sums: a thread goes down 70 rows and loads each once", conv2d_marching<1>},
    {"conv2d_tensor", "conv2d_4x2_argument", "bulk copies of boxes to shared memory, two under way; blocks that stay", conv2d_tensor<1, 8, 8, 2, 2>, 90},
    {"conv2d_one_test", "conv2d_4x2_argument", "one test for a warp's whole window", conv2d_one_test<1, Shape<2, 8>>},
    {"conv2d_4x3_one_test", "conv2d_one_test", "three rows a thread", conv2d_one_test<1, Shape<3, 8>>},
    {"conv2d_3x3", "conv2d_4x2_shuffled", "the filter as an argument of the launch: no copy before it", conv2d_argument<1, Shape<2, 8, Halo::by_shuffle>>},
};

}  // namespace

std::span<const Rung> conv2d_5x5_rungs() { return kRungs5; }
std::span<const Rung> conv2d_3x3_rungs() { return kRungs3; }

}  // namespace halo::ladder
