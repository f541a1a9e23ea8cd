// The tile explorer · design 1 in 1-D, as lab 04's phases: the block is the output tile, and loads the input tile in phases
//
//   in, out  [width]  float, global memory
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//   Launch: blocks of kTile threads; one block per output tile, one thread per output.

#include "counted.hpp"

__constant__ float c_filter[kMostWeights];

template <int kTile, int kRadius>
__global__ void conv1d_design1_kernel(const float* in, float* out, int width)
{
    constexpr int kPatch = kTile + 2 * kRadius;
    __shared__ float s_tile[kPatch];        // output tile plus its halo

    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    for (int t = tx; t < kPatch; t += kTile) {
        const int i = begin + t;
        s_tile[t] = i >= 0 && i < width ? in[i] : 0.0f;
    }
    __syncthreads();                        // after the loop: inside it, not all threads would arrive equally often

    const int i = begin + kRadius + tx;
    if (i >= width) return;                 // the overhang

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        sum += c_filter[d + kRadius] * s_tile[tx + kRadius + d];
    out[i] = sum;
}

int main()
{
    return count_each(c_filter, []<int kTile, int kRadius>() { count(conv1d_design1_kernel<kTile, kRadius>, kTile, kRadius, dim3(kTile)); });
}
