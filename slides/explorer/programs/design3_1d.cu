// The tile explorer · design 3 in 1-D, as in lab 06: only the core in shared memory
//
//   in, out  [width]  float, global memory
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//   Launch: blocks of kTile threads; one block per output tile, one thread per output.

#include "counted.hpp"

__constant__ float c_filter[kMostWeights];

template <int kTile, int kRadius>
__global__ void conv1d_design3_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kTile];         // the core: an element for each thread, no halo

    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;

    if (i < width) s_tile[tx] = in[i];
    __syncthreads();                        // outside the branch: the overhang must arrive too
    if (i >= width) return;                 // now it may go

    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d) {
        const bool in_input = i + d >= 0 && i + d < width;
        const bool in_core  = tx + d >= 0 && tx + d < kTile;
        if (!in_input) continue;            // a ghost element would add 0
        sum += c_filter[d + kRadius] * (in_core ? s_tile[tx + d] : in[i + d]);
    }
    out[i] = sum;
}

int main()
{
    return count_each(c_filter, []<int kTile, int kRadius>() { count(conv1d_design3_kernel<kTile, kRadius>, kTile, kRadius, dim3(kTile)); });
}
