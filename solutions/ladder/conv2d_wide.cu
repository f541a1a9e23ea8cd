// The ladder of the 2-D convolution, 9 × 9
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = 4
//
// 81 multiply-adds for 8 bytes: more than a card does while it copies. Arithmetic is what limits here: on an H200 the multiply-adds
// of 2²⁸ pixels take 0.67 ms. A good kernel does little else, and always has some to do.

#include "rungs.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"
#include "segment.hpp"

namespace halo::ladder {

namespace {

constexpr int kRadius = 4, kSide = 2 * kRadius + 1;

using Filter = FilterArgument<kSide * kSide>;

// A pixel a thread.
__global__ void conv2d_unrolled_kernel(const float* in, float* out, int width, int height, Filter filter)
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

// 4 × 4 outputs a thread, from registers, as at 5 × 5: a row is added to all sums that want it, and forgotten.
template <bool kAligned>
__global__ void __launch_bounds__(128) conv2d_registers_kernel(const float* in, float* out, int width, int height, int first_row, Filter filter)
{
    constexpr int kRows = 4;
    const int x = (int(blockIdx.x) * 32 + int(threadIdx.x)) * 4, y = first_row + (int(blockIdx.y) * 4 + int(threadIdx.y)) * kRows;
    float sum[kRows][4] = {};
#pragma unroll
    for (int r = 0; r < kRows + 2 * kRadius; ++r) {
        const Segment<kRadius> row = load_segment<kRadius, kAligned>(in, x, y + r - kRadius, width, height);
        add_row<kRadius>(sum, r, row.pixel, filter);
    }
#pragma unroll
    for (int i = 0; i < kRows; ++i) store_columns<true, kAligned>(out, quad_of(sum[i]), x, y + i, width, height);
}

/// A tile of outputs is 32 quads wide, and kRows rows for each of kWarps warps high. Its patch of the input has a quad more on each
/// side and kRadius rows more above and below; it lies in shared memory row by row, and a thread moves each kThreads-th quad of it.
template <int kRows, int kWarps>
struct Patch {
    static constexpr int kThreads = 32 * kWarps, kTileWidth = 128, kTileHeight = kRows * kWarps;
    static constexpr int kQuads = kTileWidth / 4 + 2, kAll = kQuads * (kTileHeight + 2 * kRadius), kLoads = ceil_div(kAll, kThreads);
};

/// The tiles of an image, counted along its rows.
struct Tiles {
    int columns, rows;
    int step_columns, step_rows;    ///< from a tile of a block to its next: as many tiles as there are blocks
};

__device__ float4 quad_or_ghosts(const float* in, int x, int y, int width, int height)
{
    if (x < 0 || x >= width || y < 0 || y >= height) return make_float4(0.0f, 0.0f, 0.0f, 0.0f);
    return load_quad(in + std::int64_t(y) * width + x);
}

// A block loads a patch, waits, and sums. With a block for each tile only other blocks have something to do while it waits. With as many
// blocks as fit at once, each takes tile after tile, and the next patch is on its way to registers while this one is summed.
template <int kRows, int kWarps, int kBlocks>
__global__ void __launch_bounds__(32 * kWarps, kBlocks)
conv2d_patch_kernel(const float* in, float* out, int width, int height, Tiles tiles, Filter filter)
{
    using P = Patch<kRows, kWarps>;
    extern __shared__ float4 s_patches[];       // two: one is filled while the other may still be read, so a tile has one barrier
    const int lane = int(threadIdx.x), warp = int(threadIdx.y), number = warp * 32 + lane;

    // What this thread moves: where it lies in `in`, seen from the tile's first pixel, and the quads on their way.
    int offset[P::kLoads];
    float4 waiting[P::kLoads];
    const auto exists = [number](int k) { return (k + 1) * P::kThreads <= P::kAll || number + k * P::kThreads < P::kAll; };
    const auto row_of = [number](int k) { return (number + k * P::kThreads) / P::kQuads - kRadius; };
    const auto column_of = [number](int k) { return ((number + k * P::kThreads) % P::kQuads - 1) * 4; };
#pragma unroll
    for (int k = 0; k < P::kLoads; ++k) offset[k] = row_of(k) * width + column_of(k);

    const auto load = [&](int column, int row) {
        const int x = column * P::kTileWidth, y = row * P::kTileHeight;
        // One test for the block: does the patch hold no ghost?
        if (x > 0 && x + P::kTileWidth < width && y >= kRadius && y + P::kTileHeight + kRadius <= height) {
            const float* const at = in + std::int64_t(y) * width + x;
#pragma unroll
            for (int k = 0; k < P::kLoads; ++k)
                if (exists(k)) waiting[k] = load_quad(at + offset[k]);
        } else {
            for (int k = 0; k < P::kLoads; ++k) waiting[k] = quad_or_ghosts(in, x + column_of(k), exists(k) ? y + row_of(k) : -1, width, height);
        }
    };

    int column = int(blockIdx.x) % tiles.columns, row = int(blockIdx.x) / tiles.columns;
    load(column, row);
    float4 *s_now = s_patches, *s_other = s_patches + P::kAll;
    while (row < tiles.rows) {
#pragma unroll
        for (int k = 0; k < P::kLoads; ++k)
            if (exists(k)) s_now[number + k * P::kThreads] = waiting[k];
        __syncthreads();

        const int x = column * P::kTileWidth + 4 * lane, y = row * P::kTileHeight + warp * kRows;
        const bool whole = (column + 1) * P::kTileWidth <= width && (row + 1) * P::kTileHeight <= height;
        column += tiles.step_columns;           // additions: a division would take some twenty instructions of each tile
        row += tiles.step_rows;
        if (column >= tiles.columns) column -= tiles.columns, ++row;
        if (row < tiles.rows) load(column, row);

        const float4* const s_mine = s_now + warp * kRows * P::kQuads + lane;
        float sum[kRows][4] = {};
#pragma unroll
        for (int r = 0; r < kRows + 2 * kRadius; ++r) {
            float pixel[4 + 2 * kRadius];
#pragma unroll
            for (int k = 0; k < 3; ++k) {
                const float4 quad = s_mine[r * P::kQuads + k];
                pixel[4 * k] = quad.x, pixel[4 * k + 1] = quad.y, pixel[4 * k + 2] = quad.z, pixel[4 * k + 3] = quad.w;
            }
            add_row<kRadius>(sum, r, pixel, filter);
        }
        float* at = out + std::int64_t(y) * width + x;
        if (whole) {
#pragma unroll
            for (int i = 0; i < kRows; ++i, at += width) store_quad<true>(at, quad_of(sum[i]));
        } else {
#pragma unroll
            for (int i = 0; i < kRows; ++i) store_columns<true, true>(out, quad_of(sum[i]), x, y + i, width, height);
        }
        float4* const s_read = s_now;
        s_now = s_other, s_other = s_read;
    }
}

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

/// A patch counts its offsets in an int: none has more than 128 rows.
bool patches_fit(const Problem& p) { return rows_are_quads(p) && p.width <= 1 << 24; }

void conv2d_registers(const Problem& p)
{
    if (rows_are_quads(p)) launch_registers<true>(p);
    else launch_registers<false>(p);
}

enum class Pipelined { no, yes };

/// kBlocks blocks fit on a multiprocessor. Not pipelined, a block has one tile, and needs one patch in shared memory.
template <int kRows, int kWarps, int kBlocks, Pipelined kPipelined>
void conv2d_patch(const Problem& p)
{
    if (!patches_fit(p)) return conv2d_registers(p);
    using P = Patch<kRows, kWarps>;
    constexpr bool kMany = kPipelined == Pipelined::yes;
    constexpr int kPatchesBytes = (kMany ? 2 : 1) * P::kAll * int(sizeof(float4));
    const int columns = ceil_div(p.width, P::kTileWidth), rows = ceil_div(p.height, P::kTileHeight), most = kBlocks * multiprocessors();
    const int blocks = kMany && most < std::int64_t(columns) * rows ? most : columns * rows;
    CUDA_CHECK(cudaFuncSetAttribute(conv2d_patch_kernel<kRows, kWarps, kBlocks>, cudaFuncAttributeMaxDynamicSharedMemorySize, kPatchesBytes));
    conv2d_patch_kernel<kRows, kWarps, kBlocks><<<blocks, dim3(32, kWarps), kPatchesBytes>>>(
        p.d_in, p.d_out, p.width, p.height, Tiles{columns, rows, blocks % columns, blocks / columns}, Filter::from(p.h_filter));
    CUDA_CHECK(cudaGetLastError());
}

constexpr Rung kRungs[] = {
    {"conv2d_unrolled", "", "a pixel a thread, the width known to the compiler, the filter as an argument", conv2d_unrolled},
    {"conv2d_registers", "conv2d_unrolled", "4 × 4 outputs a thread in registers", conv2d_registers},
    {"conv2d_marching", "conv2d_registers", "running sums: a thread goes down 208 rows and loads each once", conv2d_marching<4>},
    {"conv2d_patch", "conv2d_registers", "pixels through shared memory, by 16 bytes; blocks of 8 warps", conv2d_patch<4, 8, 4, Pipelined::no>},
    {"conv2d_patch_4_warps", "conv2d_patch", "blocks of 4 warps", conv2d_patch<4, 4, 7, Pipelined::no>},
    {"conv2d_8_warps", "conv2d_patch", "the next patch is loaded while this one is summed; 3 blocks a multiprocessor", conv2d_patch<4, 8, 3, Pipelined::yes>},
    {"conv2d_16_warps", "conv2d_8_warps", "2 blocks of 16 warps", conv2d_patch<4, 16, 2, Pipelined::yes>},
    {"conv2d_8_rows", "conv2d_8_warps", "8 rows a thread, so 2 blocks: fewer loads, and twice the unrolled code", conv2d_patch<8, 8, 2, Pipelined::yes>},
    {"conv2d_tensor", "conv2d_8_warps", "patches by bulk copies of boxes, two under way", conv2d_tensor<4, 4, 8, 2, 3>, 90},
    {"conv2d_9x9", "conv2d_8_warps", "2 blocks of 12 warps", conv2d_patch<4, 12, 2, Pipelined::yes>},
};

}  // namespace

std::span<const Rung> conv2d_9x9_rungs() { return kRungs; }

}  // namespace halo::ladder
