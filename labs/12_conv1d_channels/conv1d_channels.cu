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

        // TODO(1) Load kPatch elements of each of the chunk's channels into s_in, from position begin - kRadius on.
        //         Which thread loads which, so that a warp reads along a channel? What is stored for a ghost?

        // TODO(2) Load the chunk's channels · kTaps weights: as float4 if they are aligned, else one by one. Where in
        //         weight_of_o does the chunk begin, counted in float4?

        // TODO(3) Wait; then add the products of channel first + tx to the kTile sums, for a thread that has one. May
        //         the next round of the loop begin at once, or does somebody still read?
    }

    // TODO(4) Let each warp add up the sums of its 32 threads with __shfl_down_sync, and its lane 0 store them in
    //         s_part. Which lanes must take part, also where a thread had no channel?

    // TODO(5) Wait; then let one thread for each output that exists add the parts of all warps and the bias, and store.
    //         Who adds the bias, and how often?
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
