// The ladder of the transpose in place
//
//   data [n][n]  float, row-major, global memory: data[x][y] becomes what data[y][x] was
//
// A block owns a tile and its mirror image: it loads both, waits, and stores both, so that nobody reads what another has overwritten.

#include "ladder.hpp"

#include <cmath>

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"

namespace halo::ladder {

namespace {

constexpr int kTile = 32, kRows = 8;

struct Pair {
    int row, column;    ///< of tiles, row ≤ column
};

/// The pair with this number, where pairs are counted column by column: 0 is (0,0), 1 (0,1), 2 (1,1), 3 (0,2).
__device__ Pair pair_of(unsigned number)
{
    // Column c begins with number c (c + 1) / 2. The root may be off by one where a float has too few digits.
    unsigned column = unsigned((sqrtf(8.0f * float(number) + 1.0f) - 1.0f) * 0.5f);
    while (std::uint64_t(column + 1) * (column + 2) / 2 <= number) ++column;
    while (std::uint64_t(column) * (column + 1) / 2 > number) --column;
    return {int(number - unsigned(std::uint64_t(column) * (column + 1) / 2)), int(column)};
}

/// Both tiles of 32 × 32, as in lab 01.
__device__ void exchange_tiles(float* data, int n, int x0, int y0)
{
    __shared__ float s_upper[kTile][kTile + 1], s_lower[kTile][kTile + 1];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    for (int r = ty; r < kTile; r += kRows) {
        if (y0 + r < n && x0 + tx < n) s_upper[r][tx] = data[std::int64_t(y0 + r) * n + x0 + tx];
        if (x0 + r < n && y0 + tx < n) s_lower[r][tx] = data[std::int64_t(x0 + r) * n + y0 + tx];
    }
    __syncthreads();
    for (int r = ty; r < kTile; r += kRows) {
        if (y0 + r < n && x0 + tx < n) data[std::int64_t(y0 + r) * n + x0 + tx] = s_lower[tx][r];
        if (x0 + r < n && y0 + tx < n) data[std::int64_t(x0 + r) * n + y0 + tx] = s_upper[tx][r];
    }
}

// A block for each tile; those below the diagonal leave at once.
__global__ void in_place_square_kernel(float* data, int n)
{
    const int x0 = int(blockIdx.x) * kTile, y0 = int(blockIdx.y) * kTile;
    if (x0 >= y0) exchange_tiles(data, n, x0, y0);
}

// A block for each pair.
__global__ void in_place_triangle_kernel(float* data, int n)
{
    const Pair pair = pair_of(blockIdx.x);
    exchange_tiles(data, n, pair.column * kTile, pair.row * kTile);
}

// Tiles of 64 × 64, each turned by one half of the block as in transpose_quads: 4 × 4 elements a thread.
__global__ void __launch_bounds__(512) in_place_quads_kernel(float* data, int n)
{
    constexpr int kSide = 64, kQuads = kSide / 4;
    __shared__ float4 s_tile[2][kSide][kQuads];     // [half][column of the tile][quad of rows], swizzled
    const Pair pair = pair_of(blockIdx.x);
    const int half = int(threadIdx.x) / 256, t = int(threadIdx.x) % 256, column = t % kQuads, row = t / kQuads;
    const int from_x = (half == 0 ? pair.column : pair.row) * kSide, from_y = (half == 0 ? pair.row : pair.column) * kSide;

    if (from_x + 4 * column < n && from_y + 4 * row < n) {
        const float* const at = data + std::int64_t(from_y + 4 * row) * n + from_x + 4 * column;
        float4 q[4];
#pragma unroll
        for (int i = 0; i < 4; ++i) q[i] = load_quad(at + std::int64_t(i) * n);
        const float4 a = q[0], b = q[1], c = q[2], d = q[3];
        s_tile[half][4 * column][row ^ column] = make_float4(a.x, b.x, c.x, d.x);
        s_tile[half][4 * column + 1][row ^ column] = make_float4(a.y, b.y, c.y, d.y);
        s_tile[half][4 * column + 2][row ^ column] = make_float4(a.z, b.z, c.z, d.z);
        s_tile[half][4 * column + 3][row ^ column] = make_float4(a.w, b.w, c.w, d.w);
    }
    __syncthreads();    // from here on nothing of these tiles is needed from `data`
#pragma unroll
    for (int i = 0; i < 4; ++i) {
        const int r = i * kQuads + row;
        if (from_x + r < n && from_y + 4 * column < n)
            store_quad<false>(data + std::int64_t(from_x + r) * n + from_y + 4 * column, s_tile[half][r][column ^ r / 4]);
    }
}

int pairs_of(int tiles) { return int(std::int64_t(tiles) * (tiles + 1) / 2); }

void in_place_square(const Problem& p)
{
    const int tiles = ceil_div(p.width, kTile);
    in_place_square_kernel<<<dim3(tiles, tiles), dim3(kTile, kRows)>>>(p.d_out, p.width);
    CUDA_CHECK(cudaGetLastError());
}

void in_place_triangle(const Problem& p)
{
    in_place_triangle_kernel<<<pairs_of(ceil_div(p.width, kTile)), dim3(kTile, kRows)>>>(p.d_out, p.width);
    CUDA_CHECK(cudaGetLastError());
}

void in_place_quads(const Problem& p)
{
    if (p.width % 4 != 0 || !quads_fit(p.d_out, p.d_out)) return in_place_triangle(p);
    in_place_quads_kernel<<<pairs_of(ceil_div(p.width, 64)), 512>>>(p.d_out, p.width);
    CUDA_CHECK(cudaGetLastError());
}

constexpr Rung kRungs[] = {
    {"in_place_square", "", "two padded tiles a block; nearly half of the blocks leave at once", in_place_square},
    {"in_place_triangle", "in_place_square", "a block for each pair of tiles", in_place_triangle},
    {"in_place_quads", "in_place_triangle", "tiles of 64 × 64, 4 × 4 elements a thread, loads and stores of 16 bytes", in_place_quads},
};

}  // namespace

std::span<const Rung> transpose_in_place_rungs() { return kRungs; }

}  // namespace halo::ladder
