// The ladder of the transpose
//
//   in   [height][width]  float, row-major, global memory
//   out  [width][height]  out[x][y] = in[y][x]
//
// Nothing is computed: a transpose is a copy whose stores go another way. The rungs bring together what a warp asks
// memory for, first in sectors of 32 bytes, then in fewer instructions.

#include "ladder.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"

namespace halo::ladder {

namespace {

constexpr int kTile = 32, kRows = 8;    // the small tile; a thread moves four elements of it

// A warp reads a row, 4 sectors, and stores a column: 32 sectors, 4 bytes of each.
__global__ void transpose_naive_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x), y = int(blockIdx.y) * kRows + int(threadIdx.y);
    if (x < width && y < height) out[std::int64_t(x) * height + y] = in[std::int64_t(y) * width + x];
}

/// Blocks start in the order of blockIdx.x: those that run together have tiles side by side in `in`, or in `out`.
enum class Order { along_in, along_out };

struct Origin {
    int x, y;       ///< where in `in` a block's tile begins
};

/// The tiles of one grid begin at `first`, a row or a column: see for_grids.
template <int kTileX, int kTileY, Order kOrder>
__device__ Origin origin_of_block(int first)
{
    if constexpr (kOrder == Order::along_in) return {int(blockIdx.x) * kTileX, first + int(blockIdx.y) * kTileY};
    else return {first + int(blockIdx.y) * kTileX, int(blockIdx.x) * kTileY};
}

/// How the rows of a small tile lie in shared memory. Plain, a column is in one bank; with a word more in each row, or with the words of
/// a row exchanged by XOR with its number, it is in 32.
enum class Layout { plain, padded, swizzled };

// The tile turns in shared memory, so that a warp stores a row as well.
template <Layout kLayout, Order kOrder>
__global__ void transpose_tiled_kernel(const float* in, float* out, int width, int height, int first)
{
    __shared__ float s_tile[kTile][kTile + int(kLayout == Layout::padded)];
    const auto column_of = [](int r, int c) { return kLayout == Layout::swizzled ? c ^ r : c; };
    const auto [x0, y0] = origin_of_block<kTile, kTile, kOrder>(first);
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    for (int r = ty; r < kTile; r += kRows)
        if (y0 + r < height && x0 + tx < width) s_tile[r][column_of(r, tx)] = in[std::int64_t(y0 + r) * width + x0 + tx];
    __syncthreads();
    for (int r = ty; r < kTile; r += kRows)
        if (x0 + r < width && y0 + tx < height) out[std::int64_t(x0 + r) * height + y0 + tx] = s_tile[tx][column_of(tx, r)];
}

/// Four quads as a 4 × 4 matrix, transposed in registers: moves that the compiler makes while it names registers.
__device__ void transpose_quads(float4 (&q)[4])
{
    // region turn
    const float4 a = q[0], b = q[1], c = q[2], d = q[3];
    q[0] = make_float4(a.x, b.x, c.x, d.x);
    q[1] = make_float4(a.y, b.y, c.y, d.y);
    q[2] = make_float4(a.z, b.z, c.z, d.z);
    q[3] = make_float4(a.w, b.w, c.w, d.w);
    // endregion
}

/// A tile of kTileX × kTileY on its way: [column of `in`][quad of rows]. A warp stores the same quad of many columns, which would all
/// lie in the same banks; so a column keeps its quads in an order of its own, drawn from its number.
template <int kTileX, int kTileY>
struct TurningTile {
    static constexpr int kQuads = kTileY / 4, kMask = kQuads < 8 ? kQuads - 1 : 7;
    float4 quad[kTileX][kQuads];

    /// Of column `x`, the rows 4q to 4q + 3.
    // region swizzle
    __device__ float4& at(int x, int q)     // the reader computes the same place
    {
        return quad[x][q ^ (x / 4 & kMask)];
    }
    // endregion
};

/// The 4 × 4 elements from row y, column x on; outside the matrix nothing is loaded. Width and height are multiples of 4.
__device__ void load_square(float4 (&q)[4], const float* in, int x, int y, int width, int height)
{
    if (x >= width || y >= height) return;
    const float* const at = in + std::int64_t(y) * width + x;
#pragma unroll
    for (int i = 0; i < 4; ++i) q[i] = load_quad(at + std::int64_t(i) * width);
}

// Squares of 4 × 4 in registers and nothing else. The lanes of a warp hold 8 squares in x and 4 in y: a load brings whole lines of 128 bytes,
// but a store fills half a line of each of 8 columns.
__global__ void __launch_bounds__(256) transpose_registers_kernel(const float* in, float* out, int width, int height, int first_row)
{
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const int x = (int(blockIdx.x) * 8 + lane % 8) * 4, y = first_row + ((int(blockIdx.y) * 8 + warp) * 4 + lane / 8) * 4;
    if (x >= width || y >= height) return;
    float4 square[4];
    load_square(square, in, x, y, width, height);
    transpose_quads(square);
#pragma unroll
    for (int i = 0; i < 4; ++i) store_quad<false>(out + std::int64_t(x + i) * height + y, square[i]);
}

// A thread loads a square of 4 × 4 by four loads of 16 bytes, turns it in registers, and passes it on through shared memory,
// so that a warp stores whole rows of the tile: 8 requests for 16 elements, where there were 32.
template <int kTileX, int kTileY, int kThreads, bool kStreaming, Order kOrder>
__global__ void __launch_bounds__(kThreads) transpose_quads_kernel(const float* in, float* out, int width, int height, int first)
{
    constexpr int kColumns = kTileX / 4, kQuads = kTileY / 4, kSquares = kColumns * kQuads / kThreads;     // squares: of a thread
    static_assert(kSquares * kThreads == kColumns * kQuads);
    __shared__ TurningTile<kTileX, kTileY> s_tile;
    const auto [x0, y0] = origin_of_block<kTileX, kTileY, kOrder>(first);
    const int t = int(threadIdx.x);

    float4 square[kSquares][4];
#pragma unroll
    for (int k = 0; k < kSquares; ++k) {
        const int id = k * kThreads + t;
        load_square(square[k], in, x0 + id % kColumns * 4, y0 + id / kColumns * 4, width, height);
    }
#pragma unroll
    for (int k = 0; k < kSquares; ++k) {
        const int id = k * kThreads + t;
        transpose_quads(square[k]);
#pragma unroll
        for (int i = 0; i < 4; ++i) s_tile.at(id % kColumns * 4 + i, id / kColumns) = square[k][i];
    }
    __syncthreads();
#pragma unroll
    for (int k = 0; k < kSquares * 4; ++k) {
        const int id = k * kThreads + t, q = id % kQuads, column = id / kQuads;
        if (x0 + column < width && y0 + 4 * q < height)
            store_quad<kStreaming>(out + std::int64_t(x0 + column) * height + y0 + 4 * q, s_tile.at(column, q));
    }
}

// The same tile, and a block that takes kTiles of them, one below the other: the next one's loads are under way while this one is stored.
template <int kTiles>
__global__ void __launch_bounds__(256) transpose_pipelined_kernel(const float* in, float* out, int width, int height, int first_row)
{
    constexpr int kSide = 64, kQuads = kSide / 4;
    __shared__ TurningTile<kSide, kSide> s_tile[2];     // one is read while the other is filled: one barrier a tile
    const int column = int(threadIdx.x) % kQuads, row = int(threadIdx.x) / kQuads;
    const int x0 = int(blockIdx.x) * kSide, x = x0 + 4 * column;
    int y0 = first_row + int(blockIdx.y) * kSide * kTiles;

    float4 square[4];
    load_square(square, in, x, y0 + 4 * row, width, height);
#pragma unroll
    for (int tile = 0; tile < kTiles; ++tile, y0 += kSide) {
        TurningTile<kSide, kSide>& s_now = s_tile[tile % 2];
        transpose_quads(square);
#pragma unroll
        for (int i = 0; i < 4; ++i) s_now.at(4 * column + i, row) = square[i];
        __syncthreads();
        if (tile + 1 < kTiles) load_square(square, in, x, y0 + kSide + 4 * row, width, height);
#pragma unroll
        for (int i = 0; i < 4; ++i) {
            const int r = i * kQuads + row;
            if (x0 + r < width && y0 + 4 * column < height)
                store_quad<false>(out + std::int64_t(x0 + r) * height + y0 + 4 * column, s_now.at(r, column));
        }
    }
}

/// Calls `start(grid, first)` for as many tiles in y as a grid may have, until all are done; `first` is the row (along out: the column) of the first.
template <int kTileX, int kTileY, Order kOrder, class Start>
void for_grids(const Problem& p, Start start)
{
    constexpr bool kAlongIn = kOrder == Order::along_in;
    const int tiles = kAlongIn ? ceil_div(p.width, kTileX) : ceil_div(p.height, kTileY), side = kAlongIn ? kTileY : kTileX, length = kAlongIn ? p.height : p.width;
    for (std::int64_t first = 0; first < length; first += kMostBlocksInY * side) {
        const int rest = ceil_div(int(length - first), side);
        start(dim3(tiles, rest < kMostBlocksInY ? rest : kMostBlocksInY), int(first));
    }
    CUDA_CHECK(cudaGetLastError());
}

void transpose_naive(const Problem& p)
{
    const dim3 grid(ceil_div(p.width, kTile), ceil_div(p.height, kRows));
    transpose_naive_kernel<<<grid, dim3(kTile, kRows)>>>(p.d_in, p.d_out, p.width, p.height);
    CUDA_CHECK(cudaGetLastError());
}

template <Layout kLayout, Order kOrder = Order::along_in>
void transpose_tiled(const Problem& p)
{
    for_grids<kTile, kTile, kOrder>(p, [&](dim3 grid, int first) {
        transpose_tiled_kernel<kLayout, kOrder><<<grid, dim3(kTile, kRows)>>>(p.d_in, p.d_out, p.width, p.height, first);
    });
}

/// Rows of `in` and of `out` are quads, if width and height are multiples of 4. All others go the padded tile's way.
bool rows_are_quads(const Problem& p) { return p.width % 4 == 0 && p.height % 4 == 0 && quads_fit(p.d_in, p.d_out); }

template <int kTileX, int kTileY, int kThreads, Order kOrder = Order::along_in, bool kStreaming = false>
void transpose_quads(const Problem& p)
{
    if (!rows_are_quads(p)) return transpose_tiled<Layout::padded, kOrder>(p);
    for_grids<kTileX, kTileY, kOrder>(p, [&](dim3 grid, int first) {
        transpose_quads_kernel<kTileX, kTileY, kThreads, kStreaming, kOrder><<<grid, kThreads>>>(p.d_in, p.d_out, p.width, p.height, first);
    });
}

void transpose_registers(const Problem& p)
{
    if (!rows_are_quads(p)) return transpose_tiled<Layout::padded>(p);
    for_grids<32, 128, Order::along_in>(p, [&](dim3 grid, int first_row) {
        transpose_registers_kernel<<<grid, 256>>>(p.d_in, p.d_out, p.width, p.height, first_row);
    });
}

template <int kTiles>
void transpose_pipelined(const Problem& p)
{
    if (!rows_are_quads(p)) return transpose_tiled<Layout::padded>(p);
    for_grids<64, 64 * kTiles, Order::along_in>(p, [&](dim3 grid, int first_row) {
        transpose_pipelined_kernel<kTiles><<<grid, 256>>>(p.d_in, p.d_out, p.width, p.height, first_row);
    });
}

constexpr Rung kRungs[] = {
    {"transpose_naive", "", "an element a thread", transpose_naive},
    {"transpose_tiled", "transpose_naive", "through a tile: whole sectors both ways", transpose_tiled<Layout::plain>},
    {"transpose_padded", "transpose_tiled", "a column more: no bank conflicts", transpose_tiled<Layout::padded>},
    {"transpose_swizzled", "transpose_tiled", "the words of a row exchanged by XOR: no bank conflicts, and no column more", transpose_tiled<Layout::swizzled>},
    {"transpose_registers", "transpose_naive", "4 × 4 elements a thread, turned in registers: no shared memory", transpose_registers},
    {"transpose_32x32", "transpose_padded", "4 × 4 elements a thread, loads and stores of 16 bytes", transpose_quads<32, 32, 64>},
    {"transpose_64x32", "transpose_32x32", "rows of the tile twice as long: two lines read in a row", transpose_quads<64, 32, 128>},
    {"transpose_32x64", "transpose_32x32", "columns of the tile twice as long: two lines written in a row", transpose_quads<32, 64, 128>},
    {"transpose_64x64", "transpose_32x64", "both", transpose_quads<64, 64, 256>},
    {"transpose_64x128", "transpose_64x64", "columns twice as long again", transpose_quads<64, 128, 512>},
    {"transpose_128x64", "transpose_64x64", "rows twice as long again", transpose_quads<128, 64, 512>},
    {"transpose_half_threads", "transpose_64x64", "two squares a thread, half the threads", transpose_quads<64, 64, 128>},
    {"transpose_streaming", "transpose_64x64", "stores that ask not to be kept in the cache", transpose_quads<64, 64, 256, Order::along_in, true>},
    {"transpose_pipelined", "transpose_64x64", "two tiles a block: the second is loaded while the first is stored", transpose_pipelined<2>},
    {"transpose_padded_along_out", "transpose_padded", "blocks in the order of the output's rows", transpose_tiled<Layout::padded, Order::along_out>},
    {"transpose_64x128_along_out", "transpose_along_out", "columns twice as long", transpose_quads<64, 128, 512, Order::along_out>},
    {"transpose_128x64_along_out", "transpose_along_out", "rows twice as long", transpose_quads<128, 64, 512, Order::along_out>},
    {"transpose_along_out", "transpose_64x64", "blocks in the order of the output's rows", transpose_quads<64, 64, 256, Order::along_out>},
};

}  // namespace

std::span<const Rung> transpose_rungs() { return kRungs; }

}  // namespace halo::ladder
