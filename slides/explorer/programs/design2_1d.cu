// The tile explorer · design 2 in 1-D, as in lab 05: the block is the input tile
//
//   in, out  [width]  float, global memory
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//   Launch: blocks of kBlock threads, kBlock = kTile + 2R; one block per output tile.

#include "counted.hpp"

__constant__ float c_filter[kMostWeights];

template <int kTile, int kRadius>
__global__ void conv1d_design2_kernel(const float* in, float* out, int width)
{
    constexpr int kBlock = kTile + 2 * kRadius;
    __shared__ float s_tile[kBlock];        // output tile plus its halo

    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx - kRadius;

    const bool in_input = i >= 0 && i < width;
    const bool in_halo  = tx < kRadius || tx >= kRadius + kTile;

    s_tile[tx] = in_input ? in[i] : 0.0f;
    __syncthreads();                        // outside every branch: halo threads must arrive too
    if (in_halo || !in_input) return;       // idle from here on

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        sum += c_filter[d + kRadius] * s_tile[tx + d];
    out[i] = sum;
}

int main()
{
    return count_each(c_filter, []<int kTile, int kRadius>() {
        count(conv1d_design2_kernel<kTile, kRadius>, kTile, kRadius, dim3(kTile + 2 * kRadius));
    });
}
