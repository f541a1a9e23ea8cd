// The ladder of the 2-D convolution, 9 × 9
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = 4
//
// 81 multiply-adds for 8 bytes: more than a card does while it copies. Arithmetic is what limits here, and a good kernel is one
// that does little else: on an H200 2²⁸ pixels cost 0.67 ms of multiply-adds. In registers alone the windows are too large: few
// threads fit, and they wait for loads. Here the next tile is on its way while this one is summed.

#include "ladder.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"
#include "segment.hpp"

namespace halo::ladder {

namespace {

constexpr int kRadius = 4, kSide = 2 * kRadius + 1;

__device__ float4 quad_of(const float (&sum)[4]) { return make_float4(sum[0], sum[1], sum[2], sum[3]); }

// A pixel a thread.
__global__ void conv2d_unrolled_kernel(const float* in, float* out, int width, int height, FilterArgument<kSide * kSide> filter)
{
    const int x = int(blockIdx.x) * 32 + int(threadIdx.x), y = int(blockIdx.y) * 8 + int(threadIdx.y);
    if (x >= width || y >= height) return;
    const float* const centre = in + std::int64_t(y) * width + x;
    float sum = 0.0f;
#pragma unroll
    for (int dy = -kRadius; dy <= kRadius; ++dy)
#pragma unroll
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += filter[(dy + kRadius) * kSide + dx + kRadius] * centre[std::int64_t(dy) * width + dx];
    out[std::int64_t(y) * width + x] = sum;
}

/// Adds what one row of pixels gives to the outputs of kRows rows: `r` counts rows from the window's upper rim.
template <int kRows>
__device__ void add_row(float (&sum)[kRows][4], int r, const float* pixel, const FilterArgument<kSide * kSide>& filter)
{
#pragma unroll
    for (int i = 0; i < kRows; ++i)
        if (r - i >= 0 && r - i < kSide)
#pragma unroll
            for (int dx = 0; dx < kSide; ++dx)
#pragma unroll
                for (int k = 0; k < 4; ++k) sum[i][k] += filter[(r - i) * kSide + dx] * pixel[k + dx];
}

// 4 × 4 outputs a thread, from registers: a row is added to all sums that want it, and forgotten.
template <bool kAligned>
__global__ void __launch_bounds__(128) conv2d_registers_kernel(const float* in, float* out, int width, int height, int first_row, FilterArgument<kSide * kSide> filter)
{
    constexpr int kRows = 4;
    const int x = (int(blockIdx.x) * 32 + int(threadIdx.x)) * 4, y = first_row + (int(blockIdx.y) * 4 + int(threadIdx.y)) * kRows;
    float sum[kRows][4] = {};
#pragma unroll
    for (int r = 0; r < kRows + 2 * kRadius; ++r) {
        const Segment<kRadius> row = load_segment<kRadius, kAligned>(in, x, y + r - kRadius, width, height);
        add_row<kRows>(sum, r, row.pixel, filter);
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i) store_columns<true, kAligned>(out, quad_of(sum[i]), x, y + i, width, height);
}

// A tile of outputs: 32 quads wide, kWarps warps of kRows rows high. Its patch has a quad more on each side and kRadius rows more above and below.
template <int kRows, int kWarps>
struct Patch {
    static constexpr int kTileRows = kRows * kWarps, kHeight = kTileRows + 2 * kRadius, kQuads = 32 + 2;
    static constexpr int kPerWarp = kHeight / kWarps, kRimQuads = kHeight * 2;
    static_assert(kHeight % kWarps == 0 && kRimQuads <= 32 * kWarps);

    float4 quad[kHeight][kQuads];
};

/// What a thread fetches of a patch: a quad of each kWarps-th row, and perhaps one at the right rim. It waits in registers.
template <int kRows, int kWarps>
struct Fetched {
    using P = Patch<kRows, kWarps>;
    float4 inner[P::kPerWarp], rim;

    /// The patch whose tile of outputs begins at row y, column x.
    __device__ void fetch(const float* in, int x, int y, int width, int height)
    {
        const int lane = int(threadIdx.x), warp = int(threadIdx.y), number = warp * 32 + lane;
#pragma unroll
        for (int k = 0; k < P::kPerWarp; ++k) inner[k] = quad_or_ghosts(in, x + 4 * (lane - 1), y - kRadius + warp + k * kWarps, width, height);
        if (number < P::kRimQuads) rim = quad_or_ghosts(in, x + 4 * (31 + number % 2), y - kRadius + number / 2, width, height);
    }

    __device__ void store(P& s_patch) const
    {
        const int lane = int(threadIdx.x), warp = int(threadIdx.y), number = warp * 32 + lane;
#pragma unroll
        for (int k = 0; k < P::kPerWarp; ++k) s_patch.quad[warp + k * kWarps][lane] = inner[k];
        if (number < P::kRimQuads) s_patch.quad[number / 2][32 + number % 2] = rim;
    }

    __device__ static float4 quad_or_ghosts(const float* in, int x, int y, int width, int height)
    {
        if (x < 0 || x >= width || y < 0 || y >= height) return make_float4(0.0f, 0.0f, 0.0f, 0.0f);
        return load_quad(in + std::int64_t(y) * width + x);
    }
};

/// Sums and stores the outputs of one thread.
template <int kRows, int kWarps>
__device__ void sum_patch(const Patch<kRows, kWarps>& s_patch, float* out, int x, int y, int width, int height, const FilterArgument<kSide * kSide>& filter)
{
    const int lane = int(threadIdx.x), row = int(threadIdx.y) * kRows;
    float sum[kRows][4] = {};
#pragma unroll
    for (int r = 0; r < kRows + 2 * kRadius; ++r) {
        float pixel[4 + 2 * kRadius];
#pragma unroll
        for (int k = 0; k < 3; ++k) {
            const float4 quad = s_patch.quad[row + r][lane + k];
            pixel[4 * k] = quad.x, pixel[4 * k + 1] = quad.y, pixel[4 * k + 2] = quad.z, pixel[4 * k + 3] = quad.w;
        }
        add_row<kRows>(sum, r, pixel, filter);
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i) store_columns<true, true>(out, quad_of(sum[i]), x + 4 * lane, y + row + i, width, height);
}

// A block for each tile: it loads, waits, and sums. Only other blocks of the multiprocessor have something to do while it waits.
template <int kRows, int kWarps>
__global__ void __launch_bounds__(32 * kWarps) conv2d_patch_kernel(const float* in, float* out, int width, int height, int columns, FilterArgument<kSide * kSide> filter)
{
    __shared__ Patch<kRows, kWarps> s_patch;
    const int x = int(blockIdx.x) % columns * 128, y = int(blockIdx.x) / columns * Patch<kRows, kWarps>::kTileRows;
    Fetched<kRows, kWarps> fetched;
    fetched.fetch(in, x, y, width, height);
    fetched.store(s_patch);
    __syncthreads();
    sum_patch<kRows, kWarps>(s_patch, out, x, y, width, height, filter);
}

// As many blocks as fit, and each takes tile after tile: the next one's loads are under way, on their way to registers, while it sums.
template <int kRows, int kWarps, int kBlocks>
__global__ void __launch_bounds__(32 * kWarps, kBlocks)
conv2d_pipelined_kernel(const float* in, float* out, int width, int height, int columns, int tiles, FilterArgument<kSide * kSide> filter)
{
    using P = Patch<kRows, kWarps>;
    __shared__ P s_patch[2];        // one is filled while the other is summed: one barrier a tile
    Fetched<kRows, kWarps> next;
    next.fetch(in, int(blockIdx.x) % columns * 128, int(blockIdx.x) / columns * P::kTileRows, width, height);
    int now = 0;
    for (int tile = int(blockIdx.x); tile < tiles; tile += int(gridDim.x), now ^= 1) {
        next.store(s_patch[now]);
        __syncthreads();
        const int after = tile + int(gridDim.x);
        if (after < tiles) next.fetch(in, after % columns * 128, after / columns * P::kTileRows, width, height);
        sum_patch<kRows, kWarps>(s_patch[now], out, tile % columns * 128, tile / columns * P::kTileRows, width, height, filter);
    }
}

using Filter = FilterArgument<kSide * kSide>;

void conv2d_unrolled(const Problem& p)
{
    conv2d_unrolled_kernel<<<dim3(ceil_div(p.width, 32), ceil_div(p.height, 8)), dim3(32, 8)>>>(p.d_in, p.d_out, p.width, p.height, Filter::from(p.h_filter));
    CUDA_CHECK(cudaGetLastError());
}

template <bool kAligned>
void launch_registers(const Problem& p)
{
    constexpr int kMostRows = kMostBlocksInY * 16;      // taller images are done in several grids
    for (std::int64_t first = 0; first < p.height; first += kMostRows) {
        const int rows = int(p.height - first < kMostRows ? p.height - first : kMostRows);
        conv2d_registers_kernel<kAligned><<<dim3(ceil_div(p.width, 128), ceil_div(rows, 16)), dim3(32, 4)>>>(
            p.d_in, p.d_out, p.width, p.height, int(first), Filter::from(p.h_filter));
    }
    CUDA_CHECK(cudaGetLastError());
}

bool rows_are_quads(const Problem& p) { return p.width % 4 == 0 && quads_fit(p.d_in, p.d_out); }

void conv2d_registers(const Problem& p)
{
    if (rows_are_quads(p)) launch_registers<true>(p);
    else launch_registers<false>(p);
}

int multiprocessors()
{
    int device = 0, count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

template <int kRows, int kWarps>
void conv2d_patch(const Problem& p)
{
    if (!rows_are_quads(p)) return launch_registers<false>(p);
    const int columns = ceil_div(p.width, 128), rows = ceil_div(p.height, Patch<kRows, kWarps>::kTileRows);
    conv2d_patch_kernel<kRows, kWarps><<<columns * rows, dim3(32, kWarps)>>>(p.d_in, p.d_out, p.width, p.height, columns, Filter::from(p.h_filter));
    CUDA_CHECK(cudaGetLastError());
}

template <int kRows, int kWarps, int kBlocks>
void conv2d_pipelined(const Problem& p)
{
    if (!rows_are_quads(p)) return launch_registers<false>(p);
    const int columns = ceil_div(p.width, 128), tiles = columns * ceil_div(p.height, Patch<kRows, kWarps>::kTileRows);
    const int most = kBlocks * multiprocessors();
    conv2d_pipelined_kernel<kRows, kWarps, kBlocks><<<tiles < most ? tiles : most, dim3(32, kWarps)>>>(
        p.d_in, p.d_out, p.width, p.height, columns, tiles, Filter::from(p.h_filter));
    CUDA_CHECK(cudaGetLastError());
}

constexpr Rung kRungs[] = {
    {"conv2d_unrolled", "", "a pixel a thread, the width known to the compiler, the filter as an argument", conv2d_unrolled},
    {"conv2d_registers", "conv2d_unrolled", "4 × 4 outputs a thread in registers", conv2d_registers},
    {"conv2d_patch", "conv2d_registers", "pixels through shared memory, by 16 bytes", conv2d_patch<4, 8>},
    {"conv2d_pipelined_8_rows", "conv2d_pipelined", "8 rows a thread, blocks of 4 warps", conv2d_pipelined<8, 4, 4>},
    {"conv2d_pipelined_4_blocks", "conv2d_pipelined", "four blocks a multiprocessor, so fewer registers", conv2d_pipelined<4, 8, 4>},
    {"conv2d_pipelined_2_blocks", "conv2d_pipelined", "two blocks a multiprocessor", conv2d_pipelined<4, 8, 2>},
    {"conv2d_pipelined", "conv2d_patch", "the next patch is loaded while this one is summed", conv2d_pipelined<4, 8, 3>},
};

}  // namespace

std::span<const Rung> conv2d_9x9_rungs() { return kRungs; }

}  // namespace halo::ladder
