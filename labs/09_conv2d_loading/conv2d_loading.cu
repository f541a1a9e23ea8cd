// Lab 09 · Two ways to load a tile that is larger than its block
//
// In lab 07 the block was the input tile, and 144 of 400 threads stood idle afterwards. In lab 08 the block was the output
// tile and left the halo in global memory: nearly all load instructions remained. Here the block is the output tile
// again, and loads halo and all: 256 threads for 400 elements. Somebody must load twice. Who?
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the image, count as 0.
//   Launch: blocks of kTile × kTile threads; one block per output tile. Its input tile has kSide × kSide elements.

#include "conv2d_loading.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kSide = kTile + 2 * kRadius;          // edge of the input tile

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

// Given: in[y][x], or 0 for a ghost element.
__device__ float pixel_or_ghost(const float* in, int x, int y, int width, int height)
{
    return x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
}

// The filter laid over the pixel of thread (tx, ty), when the tile is complete. Both kernels use it.
__device__ float filtered(const float (&tile)[kSide][kSide], int tx, int ty)
{
    float sum = 0.0f;

    // TODO(1) Sum over the filter. Thread (0, 0) computes the first pixel of the output tile: which element of
    //         the input tile lies under the middle of its filter?

    return sum;
}

__global__ void conv2d_strided_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];          // output tile plus its halo

    // Given: this thread in its block, and the pixel that belongs into s_tile[0][0]. int, because it may be negative.
    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;

    // TODO(2) Load all of s_tile: each thread begins at its own [ty][tx] and goes on in steps of the block, to the right
    //         and down. How many turns does each loop take, and do all threads take as many?

    // TODO(3) When the tile is complete, store one pixel. Which pixel of the image is it, and does it exist?
}

__global__ void conv2d_split_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];

    // Given: as above, and the thread's place in the row of all 256. 32 neighbouring ranks are a warp.
    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;
    const int rank = ty * kTile + tx;

    // TODO(4) First step: each thread loads its own s_tile[ty][tx]. Which elements are still missing, and how many
    //         full warps would they need?

    // TODO(5) Second step: share the missing elements out by rank, one each. Where must the border between two strips
    //         lie, so that no warp works on both? Which thread loads the corner?

    // TODO(6) When the tile is complete, store one pixel, as the strided kernel does.
}

// Given.
void conv2d_strided_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);          // the output tile: no thread is idle in a tile inside the image
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_strided_load_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// Given.
void conv2d_split_load(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kTile, kTile);
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);
    conv2d_split_load_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
