// Right: a block for each output channel and tile; weights are in registers, each product reads its element from global memory, and
// the threads' sums meet in a tree. Reuse 1.47, where a tile in shared memory gives 3.11.
// Lab 12 · 1-D convolution of many channels, a layer of a network
//
// So far one filter met one input, and a sum had 25 terms at most. Here each of O output channels has a filter for each
// of C input channels: a sum of C · (2R+1) products, too long for one thread. And nearly all that is read are weights,
// each of them used a few times only: this kernel is as fast as memory brings them.
//
//   in      [C][L]         weight  [O][C][2R+1]        float, global memory
//   bias    [O]            out     [O][L]
//   out[o][l] = bias[o] + Σ weight[o][c][d+R] · in[c][l+d]     all c, |d| ≤ R = kRadius
//   The filters are not mirrored. Ghost elements, outside a channel, count as 0.
//   Launch: blocks of kThreads threads; block (o, t) computes kTile outputs of channel o, from t · kTile on.
//   Input channels come in chunks of kThreads: in each chunk a thread has one channel.

#include "conv1d_channels.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kTaps    = 2 * kRadius + 1;
constexpr int kThreads = 128;

__global__ void conv1d_channels_kernel(const float* in, const float* weight, const float* bias, float* out, int in_channels,
                                       int length)
{
    __shared__ float s_sum[kThreads];
    const int tx = int(threadIdx.x), o = int(blockIdx.x), begin = int(blockIdx.y) * kTile;

    float sum[kTile] = {};
    for (int c = tx; c < in_channels; c += kThreads)
        for (int k = 0; k < kTaps; ++k) {
            const float w = weight[(size_t(o) * in_channels + c) * kTaps + k];
            for (int l = 0; l < kTile; ++l) {
                const int at = begin + l + k - kRadius;
                if (begin + l < length && at >= 0 && at < length) sum[l] += w * in[size_t(c) * length + at];
            }
        }

    for (int l = 0; l < kTile; ++l) {
        s_sum[tx] = sum[l];
        __syncthreads();
        for (int half = kThreads / 2; half > 0; half /= 2) {
            if (tx < half) s_sum[tx] += s_sum[tx + half];
            __syncthreads();
        }
        if (tx == 0 && begin + l < length) out[size_t(o) * length + begin + l] = s_sum[0] + bias[o];
        __syncthreads();                        // the sum is stored before the next one takes its place
    }
}

void conv1d_channels(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels,
                     int out_channels, int length)
{
    const dim3 grid(out_channels, (length + kTile - 1) / kTile);
    conv1d_channels_kernel<<<grid, kThreads>>>(d_in, d_weight, d_bias, d_out, in_channels, length);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
