// Neighbouring words of shared memory: where nvcc knows the alignment, it loads up to four with one instruction.

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

constexpr int kRadius = 4, kFilterWidth = 2 * kRadius + 1, kTile = 256, kThreads = kTile + 2 * kRadius;

/// The filter, too, is in shared memory: its words have the same address in every thread.
__global__ void conv1d_filter_in_shared(const float* in, const float* filter, float* out, int width)
{
    __shared__ float s_tile[kThreads], s_filter[kFilterWidth];
    const int tx = int(threadIdx.x), o = int(blockIdx.x) * kTile + tx, i = o - kRadius;
    if (tx < kFilterWidth) s_filter[tx] = filter[tx];
    if (i >= 0 && i < width) s_tile[tx] = in[i];
    else s_tile[tx] = 0.0f;
    __syncthreads();
    if (tx >= kTile) return;
    float sum = 0.0f;
    for (int d = 0; d < kFilterWidth; ++d) sum += s_filter[d] * s_tile[tx + d];
    if (o < width) out[o] = sum;
}

int main(int argc, char** argv)
{
    constexpr int kWidth = 5'000;
    return measure::run(argc, argv, {
        {"conv1d_filter_in_shared", [=](const Arrays& a) {
            conv1d_filter_in_shared<<<(kWidth + kTile - 1) / kTile, kThreads>>>(a.in, a.in + measure::kElements - 100, a.out, kWidth);
        }},
    });
}
