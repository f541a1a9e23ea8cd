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

__global__ void conv2d_shuffle_kernel(const float* in, float* out, int width, int height)
{
    // Given: the column this lane holds, and the rows of this warp's tile. int, because x may be negative.
    const int lane = int(threadIdx.x), x = int(blockIdx.x) * kTile + lane - kRadius;
    const int top = (int(blockIdx.y) * kWarps + int(threadIdx.y)) * kTile, bottom = min(top + kTile, height);
    if (top >= height) return;      // all lanes of a warp have the same top: nobody is left behind

    // Given: sums under way. sum[r] is that of the output row which wants the present row times filter row r,
    // output row y + kRadius - r. When the warp goes one row down, it becomes sum[r + 1].
    float sum[2 * kRadius + 1] = {};

    const bool lane_stores = lane >= kRadius && lane < kRadius + kTile && x < width;

    // Given: the rows of the patch, from the upper halo to the lower.
    for (int y = top - kRadius; y < bottom + kRadius; ++y) {
        // region row
        const bool in_image = x >= 0 && x < width && y >= 0 && y < height;

        // Lanes read neighbouring x: one coalesced load, the only one of this row. A ghost element holds 0.
        const float pixel = in_image ? in[y * width + x] : 0.0f;

        // All 32 lanes, those of the halo and of the overhang too: a shuffle waits for each lane in its mask.
        // At the warp's rim lane + dx wraps round and fetches a wrong pixel; only lanes that store nothing see it.
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const float neighbour = __shfl_sync(kAllLanes, pixel, lane + dx);
            for (int r = 0; r <= 2 * kRadius; ++r)
                sum[r] += c_filter[r][dx + kRadius] * neighbour;
        }
        // endregion

        // region store
        // Output row y - R has now met the last row of the filter. Before row top it is the tile above's.
        if (lane_stores && y - kRadius >= top)
            out[(y - kRadius) * width + x] = sum[2 * kRadius];

        // The indices of sum are known when compiling, so that it stays in registers.
        for (int r = 2 * kRadius; r > 0; --r) sum[r] = sum[r - 1];
        sum[0] = 0.0f;
        // endregion
    }
}

// Given.
void conv2d_shuffle(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(32, kWarps);            // threadIdx.x is the lane, threadIdx.y the warp
    const int tile_columns = (width + kTile - 1) / kTile, tile_rows = (height + kTile - 1) / kTile;
    const dim3 grid(tile_columns, (tile_rows + kWarps - 1) / kWarps);
    conv2d_shuffle_kernel<<<grid, block>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// Cost for R = 2, kTile = 28. Global reads per pixel: 25 in the basic kernel, 400/256 ≈ 1.6 in lab 07, 1024/784 ≈ 1.3 now.
// Shared memory and barriers: none. A row costs 1 load, 5 shuffles and 25 multiply-adds.
// Price: 4 of 32 lanes store nothing, and 4 of 32 rows are halo, so 25 · 1024/784 ≈ 33 multiply-adds a pixel instead of 25.
