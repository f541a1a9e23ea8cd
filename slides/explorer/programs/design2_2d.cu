// The tile explorer · design 2 in 2-D, as in lab 07: the block is the input tile
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   Launch: blocks of kBlock × kBlock threads, kBlock = kTile + 2R; one block per output tile.

#include "counted.hpp"

__constant__ float c_filter[kMostWeights][kMostWeights];

template <int kTile, int kRadius>
__global__ void conv2d_design2_kernel(const float* in, float* out, int width, int height)
{
    constexpr int kBlock = kTile + 2 * kRadius;
    __shared__ float s_tile[kBlock][kBlock];        // output tile plus its halo

    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx - kRadius;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty - kRadius;

    const bool in_image = x >= 0 && x < width && y >= 0 && y < height;
    const bool in_halo  = tx < kRadius || tx >= kRadius + kTile ||
                          ty < kRadius || ty >= kRadius + kTile;

    s_tile[ty][tx] = in_image ? in[y * width + x] : 0.0f;
    __syncthreads();                        // outside every branch: halo threads must arrive too
    if (in_halo || !in_image) return;       // idle from here on

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * s_tile[ty + dy][tx + dx];
    out[y * width + x] = sum;
}

int main()
{
    return count_each(c_filter, []<int kTile, int kRadius>() {
        count(conv2d_design2_kernel<kTile, kRadius>, kTile, kRadius, dim3(kTile + 2 * kRadius, kTile + 2 * kRadius));
    });
}
