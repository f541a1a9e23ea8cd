// The tile explorer · design 1 in 2-D, loaded as in lab 09: the block is the output tile, and loads the input tile in phases
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   Launch: blocks of kTile × kTile threads; one block per output tile, one thread per output.

#include "counted.hpp"

__constant__ float c_filter[kMostWeights][kMostWeights];

template <int kTile, int kRadius>
__global__ void conv2d_design1_kernel(const float* in, float* out, int width, int height)
{
    constexpr int kSide = kTile + 2 * kRadius;
    __shared__ float s_tile[kSide][kSide];          // output tile plus its halo

    const int tx = int(threadIdx.x), left = int(blockIdx.x) * kTile - kRadius;
    const int ty = int(threadIdx.y), top  = int(blockIdx.y) * kTile - kRadius;

    // A phase is a block of the tile: kTile × kTile, then what is left beside and below it.
    for (int sy = ty; sy < kSide; sy += kTile)
        for (int sx = tx; sx < kSide; sx += kTile) {
            const int x = left + sx, y = top + sy;
            s_tile[sy][sx] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
        }
    __syncthreads();                        // after the loops: not all threads go through them equally often

    const int x = left + kRadius + tx, y = top + kRadius + ty;
    if (x >= width || y >= height) return;  // the overhang

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            sum += c_filter[dy + kRadius][dx + kRadius] * s_tile[ty + kRadius + dy][tx + kRadius + dx];
    out[y * width + x] = sum;
}

int main()
{
    return count_each(c_filter, []<int kTile, int kRadius>() {
        count(conv2d_design1_kernel<kTile, kRadius>, kTile, kRadius, dim3(kTile, kTile));
    });
}
