// Right: a block for each output channel and tile; elements and weights of 128 channels at a time go through shared memory, a barrier on
// either side. Reuse 3.11, since each block loads the elements for one output channel.
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
constexpr int kThreads = 128;                     // and channels of a chunk
constexpr int kWarps   = kThreads / 32;
constexpr int kPatch   = kTile + 2 * kRadius;     // elements of a channel that kTile outputs want
constexpr int kPitch   = kPatch + 1;              // words from one channel to the next in s_in: odd

__global__ void conv1d_channels_kernel(const float* in, const float* weight, const float* bias, float* out, int in_channels,
                                       int length)
{
    __shared__ float  s_in[kThreads][kPitch];                    // a chunk of channels, with halo; the last column is idle
    __shared__ float4 s_weight4[kThreads * kTaps / 4];           // the chunk's filters, [channel][tap]
    __shared__ float  s_part[kWarps][kTile];                     // what each warp has summed

    // Given: which outputs this block computes, and the filters of its channel, [in_channels][kTaps].
    const int tx = int(threadIdx.x), o = int(blockIdx.x), begin = int(blockIdx.y) * kTile;
    const float* const weight_of_o = weight + size_t(o) * in_channels * kTaps;

    // Given: the filters seen as single floats; and may they be read four at once? Only from an address of 16 bytes.
    float* const s_weight = &s_weight4[0].x;
    const bool aligned = in_channels * kTaps % 4 == 0;

    float sum[kTile] = {};                                       // of this thread's channels; in registers

    for (int first = 0; first < in_channels; first += kThreads) {
        const int channels = min(kThreads, in_channels - first);     // the last chunk may be smaller

        // 12 threads along a channel, then the next channel: a warp reads two or three pieces, each in one go.
        for (int e = tx; e < channels * kPatch; e += kThreads) {
            const int c = e / kPatch, p = e % kPatch, l = begin + p - kRadius;
            s_in[c][p] = l >= 0 && l < length ? in[size_t(first + c) * length + l] : 0.0f;
        }
        // A quarter of the load instructions for what is nearly all of the traffic. first · kTaps is a multiple of 4.
        if (aligned) {
            const float4* const weight4 = reinterpret_cast<const float4*>(weight_of_o + first * kTaps);
            for (int e = tx; e < channels * kTaps / 4; e += kThreads) s_weight4[e] = weight4[e];
        } else {
            for (int e = tx; e < channels * kTaps; e += kThreads) s_weight[e] = weight_of_o[first * kTaps + e];
        }
        __syncthreads();                        // the chunk is there

        // Neighbouring threads read words kPitch = 13 or kTaps = 5 apart: odd numbers, hence 32 different banks. With
        // 12 words a channel 8 banks would serve all 32 threads.
        if (tx < channels)
            for (int k = 0; k < kTaps; ++k) {
                const float w = s_weight[tx * kTaps + k];
                for (int l = 0; l < kTile; ++l) sum[l] += w * s_in[tx][l + k];
            }
        __syncthreads();                        // nobody reads any more: the next chunk may be stored
    }

    // 31 additions a sum in 5 steps, without shared memory and without a barrier. All 32 lanes are here: a thread
    // without a channel brings 0.
    for (int l = 0; l < kTile; ++l) {
        for (int step = 16; step > 0; step /= 2) sum[l] += __shfl_down_sync(0xffffffffu, sum[l], step);
        if (tx % 32 == 0) s_part[tx / 32][l] = sum[l];
    }
    __syncthreads();

    // One writer for each output: no atomicAdd, no output to be zeroed before, the same result in every run.
    if (tx < kTile && begin + tx < length) {
        float total = bias[o];
        for (int warp = 0; warp < kWarps; ++warp) total += s_part[warp][tx];
        out[size_t(o) * length + begin + tx] = total;
    }
}

// Given.
void conv1d_channels(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels,
                     int out_channels, int length)
{
    const dim3 grid(out_channels, (length + kTile - 1) / kTile);
    conv1d_channels_kernel<<<grid, kThreads>>>(d_in, d_weight, d_bias, d_out, in_channels, length);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}
