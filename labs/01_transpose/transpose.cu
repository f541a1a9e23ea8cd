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
    // Given: the element this thread moves. x runs with threadIdx.x, so that a warp reads along a row.
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kRows + int(threadIdx.y);

    // TODO(1) Let the overhang, the threads beyond the edge, return. Which of x and y is compared with width?

    // TODO(2) Move one element. How long is a row of `in`, and how long is a row of `out`?
}

__global__ void transpose_tiled_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kTile][kTile];

    // Given: where this block's tile begins in `in`.
    const int x0 = int(blockIdx.x) * kTile, tx = int(threadIdx.x);
    const int y0 = int(blockIdx.y) * kTile, ty = int(threadIdx.y);

    // TODO(3) Load the tile into s_tile, row by row: this thread takes column tx of the rows ty, ty + kRows, … How many
    //         rows is that, and what if the tile overhangs the matrix?

    // TODO(4) Make the whole tile visible to the whole block. Who reads what this thread has stored?

    // TODO(5) Store the tile where it belongs in `out`, again row by row of `out`. Neighbouring threads must store to
    //         neighbouring addresses: which index of s_tile does tx become now? And which edge of the matrix limits
    //         x, and which y, on this side?
}

__global__ void transpose_padded_kernel(const float* in, float* out, int width, int height)
{
    const int x0 = int(blockIdx.x) * kTile, tx = int(threadIdx.x);
    const int y0 = int(blockIdx.y) * kTile, ty = int(threadIdx.y);

    // TODO(6) Declare the tile so that the 32 elements of a column lie in 32 different banks. Element [r][c] of a tile
    //         with rows of W floats lies in bank (r * W + c) % 32: for which W does a column meet them all?

    // TODO(7) Load, wait and store as in transpose_tiled_kernel. What else has to change?
}

__global__ void transpose_in_place_kernel(float* data, int n)
{
    __shared__ float s_upper[kTile][kTile + 1], s_lower[kTile][kTile + 1];

    // Given: the tile of this block begins in row y0, column x0. Its mirror image begins in row x0, column y0.
    const int x0 = int(blockIdx.x) * kTile, tx = int(threadIdx.x);
    const int y0 = int(blockIdx.y) * kTile, ty = int(threadIdx.y);

    // TODO(8) One block moves a tile and its mirror image. Which blocks have nothing left to do, and may a block
    //         leave before a barrier? What about the tiles on the diagonal?

    // TODO(9) Load both tiles, each along its own rows, and wait. Why must both be loaded before either is stored?

    // TODO(10) Store each tile in the other one's place, transposed in itself, along rows of `data`.
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
