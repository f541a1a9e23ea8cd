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

    // The tile begins a radius earlier than the output tile, hence the middle is [ty + kRadius][tx + kRadius].
    // A warp is two rows of 16, and rows of the tile are 20 apart: 4 of its 32 words share a bank with another.
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * tile[ty + kRadius + dy][tx + kRadius + dx];

    return sum;
}

__global__ void conv2d_strided_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];          // output tile plus its halo

    // Given: this thread in its block, and the pixel that belongs into s_tile[0][0]. int, because it may be negative.
    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;

    // Two turns down, and two to the right in each; kSide / kTile turns would be one, and leave the last rows and columns.
    // A full block in the first turn. Then lanes 0 to 3 of each row, then rows 0 to 3, then 4 × 4 threads: a warp issues a
    // load for 8 of its lanes as for 32. Together 8 + 8 + 2 + 2 = 20 loads of warps.
    // region strided
    for (int sy = ty; sy < kSide; sy += kTile)
        for (int sx = tx; sx < kSide; sx += kTile)
            // endregion
            s_tile[sy][sx] = pixel_or_ghost(in, left + sx, top + sy, width, height);

    __syncthreads();                        // outside every branch and loop: all 256 arrive once
    const int x = left + kRadius + tx, y = top + kRadius + ty;
    if (x < width && y < height) out[y * width + x] = filtered(s_tile, tx, ty);
}

__global__ void conv2d_split_load_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kSide][kSide];

    // Given: as above, and the thread's place in the row of all 256. 32 neighbouring ranks are a warp.
    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;
    const int rank = ty * kTile + tx;

    s_tile[ty][tx] = pixel_or_ghost(in, left + tx, top + ty, width, height);

    // An L is missing: 4 columns on the right, 16 high, and 4 rows below, 20 long with the corner. That is 64 elements, two
    // whole warps, and 80, two and a half. Ranks 0 to 63 take the first and 64 to 143 the second: the border lies between
    // two warps, so the choice below parts none. Only warp 4 is half empty. 8 + 2 + 3 = 13 loads of warps, and 400
    // elements cannot do with fewer. Price: a division where the loop above only added.
    // region split
    constexpr int kHalo  = 2 * kRadius;
    constexpr int kRight = kTile * kHalo, kBelow = kHalo * kSide;
    if (rank < kRight + kBelow) {
        const bool right = rank < kRight;
        const int  i  = right ? rank : rank - kRight;
        const int  sx = right ? kTile + i % kHalo : i % kSide;
        const int  sy = right ? i / kHalo : kTile + i / kSide;
        s_tile[sy][sx] = pixel_or_ghost(in, left + sx, top + sy, width, height);
    }
    // endregion

    __syncthreads();                        // outside every branch and loop: all 256 arrive once
    const int x = left + kRadius + tx, y = top + kRadius + ty;
    if (x < width && y < height) out[y * width + x] = filtered(s_tile, tx, ty);
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

// Cost for R = 2, kTile = 16. Global reads per pixel: 400/256 ≈ 1.56, as in lab 07, and no thread of a tile inside the image is idle.
// A block issues 20 loads of warps (strided) or 13 (split), beside 8 · 25 = 200 reads of the tile, of which each meets a bank twice.
// On an NVIDIA H200 neither is faster than lab 07's kernel with its idle threads. The page has the times.
