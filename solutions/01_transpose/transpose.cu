// Lab 01 · Transpose: naive, through a tile, through a padded tile, and in place
//
// A loop on the CPU moves one element after the other. Here each element has its thread, and the 32 threads of a warp
// ask for memory together: what a move costs depends on where the others' elements lie.
//
//   in   [height][width]  float, row-major, global memory: row y, column x is element y * width + x
//   out  [width][height]  out[x][y] = in[y][x]
//   data [n][n]           in place: data[x][y] becomes what data[y][x] was
//   Launch: blocks of kTile × kRows threads.
//     naive           one thread per element
//     tiled, padded   one block per kTile × kTile tile; a thread moves kTile / kRows = 4 elements of it
//     in place        one block per tile; those below the diagonal have nothing to do

#include "transpose.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kRows = 8;   // rows of a block: its 256 threads move four elements of a tile each

__global__ void transpose_naive_kernel(const float* in, float* out, int width, int height)
{
    // region naive
    // Given: the element this thread moves. x runs with threadIdx.x, so that a warp reads along a row.
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kRows + int(threadIdx.y);

    if (x >= width || y >= height) return;      // the overhang; no barrier waits for it

    // The load is coalesced: a warp reads 128 bytes in a row, 4 sectors. The store is not: neighbouring threads are
    // a row of `out` apart, and each of the 32 touches a sector of its own for 4 bytes.
    out[x * height + y] = in[y * width + x];
    // endregion
}

__global__ void transpose_tiled_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kTile][kTile];

    // Given: where this block's tile begins in `in`.
    const int x0 = int(blockIdx.x) * kTile, tx = int(threadIdx.x);
    const int y0 = int(blockIdx.y) * kTile, ty = int(threadIdx.y);

    // region load
    // A warp reads along a row of `in` and stores along a row of s_tile: 4 sectors, no bank conflict.
    for (int r = ty; r < kTile; r += kRows)
        if (y0 + r < height && x0 + tx < width)
            s_tile[r][tx] = in[(y0 + r) * width + x0 + tx];
    __syncthreads();                            // a thread stores what 31 others have loaded
    // endregion

    // region store
    // The tile's first column is a row of `out`: x and y have changed places, and so have their limits.
    // A warp stores along that row, 4 sectors; it pays by reading down a column of s_tile, all in one bank.
    for (int r = ty; r < kTile; r += kRows)
        if (x0 + r < width && y0 + tx < height)
            out[(x0 + r) * height + y0 + tx] = s_tile[tx][r];
    // endregion
}

__global__ void transpose_padded_kernel(const float* in, float* out, int width, int height)
{
    const int x0 = int(blockIdx.x) * kTile, tx = int(threadIdx.x);
    const int y0 = int(blockIdx.y) * kTile, ty = int(threadIdx.y);

    // A row of 33 floats: each row begins one bank further, and a column meets all 32.
    __shared__ float s_tile[kTile][kTile + 1];

    // Nothing else changes.
    for (int r = ty; r < kTile; r += kRows)
        if (y0 + r < height && x0 + tx < width)
            s_tile[r][tx] = in[(y0 + r) * width + x0 + tx];
    __syncthreads();
    for (int r = ty; r < kTile; r += kRows)
        if (x0 + r < width && y0 + tx < height)
            out[(x0 + r) * height + y0 + tx] = s_tile[tx][r];
}

__global__ void transpose_in_place_kernel(float* data, int n)
{
    __shared__ float s_upper[kTile][kTile + 1], s_lower[kTile][kTile + 1];

    // Given: the tile of this block begins in row y0, column x0. Its mirror image begins in row x0, column y0.
    const int x0 = int(blockIdx.x) * kTile, tx = int(threadIdx.x);
    const int y0 = int(blockIdx.y) * kTile, ty = int(threadIdx.y);

    // Blocks below the diagonal leave: the mirrored block does their work. The whole block goes, so that no barrier
    // misses a thread. A block on the diagonal is its own mirror image; it moves its tile twice, to the same place.
    // region fetch_pair
    if (x0 < y0) return;

    for (int r = ty; r < kTile; r += kRows) {
        if (y0 + r < n && x0 + tx < n)
            s_upper[r][tx] = data[(y0 + r) * n + x0 + tx];
        if (x0 + r < n && y0 + tx < n)
            s_lower[r][tx] = data[(x0 + r) * n + y0 + tx];
    }
    __syncthreads();                            // from here on nothing of these tiles is needed from `data`
    // endregion

    // region exchange_pair
    for (int r = ty; r < kTile; r += kRows) {
        if (y0 + r < n && x0 + tx < n)
            data[(y0 + r) * n + x0 + tx] = s_lower[tx][r];
        if (x0 + r < n && y0 + tx < n)
            data[(x0 + r) * n + y0 + tx] = s_upper[tx][r];
    }
    // endregion
}

// Given.
void transpose_naive(const float* d_in, float* d_out, int width, int height)
{
    const dim3 block(kTile, kRows);
    const dim3 grid((width + kTile - 1) / kTile, (height + kRows - 1) / kRows);   // a thread for each element
    transpose_naive_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// Given.
void transpose_tiled(const float* d_in, float* d_out, int width, int height)
{
    const dim3 block(kTile, kRows);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);   // a block for each tile
    transpose_tiled_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Given.
void transpose_padded(const float* d_in, float* d_out, int width, int height)
{
    const dim3 block(kTile, kRows);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    transpose_padded_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Given.
void transpose_in_place(float* d_data, int n)
{
    const dim3 block(kTile, kRows);
    const dim3 grid((n + kTile - 1) / kTile, (n + kTile - 1) / kTile);
    transpose_in_place_kernel<<<grid, block>>>(d_data, n);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Cost for each element: one load and one store, always. What differs is the company: a warp's store touches 32 sectors in
// the naive kernel and 4 in the others; a warp's read of the tile takes 32 turns unpadded and 1 padded.
// Price: 4096 bytes of shared memory a block (4224 padded, 8448 in place) and a barrier. In place needs no
// second matrix; nearly half of its blocks leave at once.
