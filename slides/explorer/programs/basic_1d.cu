// The tile explorer · no tile in 1-D, as in lab 03: what reuse is measured against
//
//   in, out  [width]  float, global memory
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//   Launch: blocks of kTile threads; one thread per output.

#include "counted.hpp"

__constant__ float c_filter[kMostWeights];

template <int kTile, int kRadius>
__global__ void conv1d_basic_kernel(const float* in, float* out, int width)
{
    const int i = int(blockIdx.x) * kTile + int(threadIdx.x);

    if (i >= width) return;                 // the overhang

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter[d + kRadius] * in[i + d];
    out[i] = sum;
}

int main()
{
    return count_each(c_filter, []<int kTile, int kRadius>() { count(conv1d_basic_kernel<kTile, kRadius>, kTile, kRadius, dim3(kTile)); });
}
