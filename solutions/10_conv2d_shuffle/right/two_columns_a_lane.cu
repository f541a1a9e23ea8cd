// Right: each lane holds two neighbouring columns, so a tile is 60 wide and three lanes see all five taps.
// Lab 10 · 2-D convolution with warp shuffles
//
// Labs 07 to 09 kept the block's patch in shared memory: a store, a barrier, and then 25 reads for each pixel.
// But what a lane wants from its row already lies in registers of the same warp. Here each lane holds one pixel
// of a row and hands it to its neighbours: no shared memory, no barrier. The warp walks down the image, so that
// a row it has loaded serves every output row that wants it.
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the image, count as 0.
//   Launch: blocks of 32 × kWarps threads; each warp computes a tile of kTile × kTile pixels, kTile = 32 - 2R.

#include "conv2d_shuffle.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kWarps = 4;                     // of a block; each has a tile of its own and waits for no other
constexpr unsigned kAllLanes = 0xffffffffu;   // the mask of a shuffle: one bit for each lane that takes part

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];

constexpr int kWide = 60;      // columns of a tile: those of the 30 inner lanes

__global__ void conv2d_shuffle_kernel(const float* in, float* out, int width, int height)
{
    const int lane = int(threadIdx.x), x = int(blockIdx.x) * kWide + 2 * (lane - 1);
    const int top = (int(blockIdx.y) * kWarps + int(threadIdx.y)) * kTile, bottom = min(top + kTile, height);
    if (top >= height) return;

    float even[5] = {}, odd[5] = {};
    for (int y = top - kRadius; y < bottom + kRadius; ++y) {
        const bool row = y >= 0 && y < height;
        const float a = row && x >= 0 && x < width ? in[y * width + x] : 0.0f;
        const float b = row && x + 1 >= 0 && x + 1 < width ? in[y * width + x + 1] : 0.0f;
        const float taps[6] = {__shfl_up_sync(kAllLanes, a, 1), __shfl_up_sync(kAllLanes, b, 1), a, b,
                               __shfl_down_sync(kAllLanes, a, 1), __shfl_down_sync(kAllLanes, b, 1)};
        for (int r = 0; r < 5; ++r)
            for (int c = 0; c < 5; ++c) {
                even[r] += c_filter[r][c] * taps[c];
                odd[r] += c_filter[r][c] * taps[c + 1];
            }
        const bool stores = lane >= 1 && lane <= 30 && y - kRadius >= top;
        if (stores && x < width) out[(y - kRadius) * width + x] = even[4];
        if (stores && x + 1 < width) out[(y - kRadius) * width + x + 1] = odd[4];
        for (int r = 4; r > 0; --r) even[r] = even[r - 1], odd[r] = odd[r - 1];
        even[0] = odd[0] = 0.0f;
    }
}

// Given.
void conv2d_shuffle(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(32, kWarps);            // threadIdx.x is the lane, threadIdx.y the warp
    const int tile_columns = (width + kWide - 1) / kWide, tile_rows = (height + kTile - 1) / kTile;
    const dim3 grid(tile_columns, (tile_rows + kWarps - 1) / kWarps);
    conv2d_shuffle_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}
