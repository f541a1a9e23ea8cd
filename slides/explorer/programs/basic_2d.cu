// The tile explorer · no tile in 2-D, as lab 07's conv2d_basic: what reuse is measured against
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   Launch: blocks of kTile × kTile threads; one thread per output.

#include "counted.hpp"

__constant__ float c_filter[kMostWeights][kMostWeights];

template <int kTile, int kRadius>
__global__ void conv2d_basic_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);

    if (x >= width || y >= height) return;      // the overhang

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * in[(y + dy) * width + x + dx];
    out[y * width + x] = sum;
}

int main()
{
    return count_each(c_filter, []<int kTile, int kRadius>() {
        count(conv2d_basic_kernel<kTile, kRadius>, kTile, kRadius, dim3(kTile, kTile));
    });
}
