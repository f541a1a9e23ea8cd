// Lab 12 · 1-D convolution of many channels, a layer of a network
//
// So far one filter met one input, and a sum had 25 terms at most. Here each of O output channels has a filter for each
// of C input channels: a sum of C · (2R+1) products, too long for one thread. Nearly all that is read are weights, and
// each weight has one thread that needs it: this kernel is as fast as memory brings them, if enough are under way at once.
//
//   in      [C][L]         weight  [O][C][2R+1]        float, global memory
//   bias    [O]            out     [O][L]
//   out[o][l] = bias[o] + Σ weight[o][c][d+R] · in[c][l+d]     all c, |d| ≤ R = kRadius
//   The filters are not mirrored. Ghost elements, outside a channel, count as 0.
//   Launch: blocks of kThreads × kFilters threads; kFilters output channels a block, kThreads threads for each. Block (b, t)
//   computes kOutputs outputs of each, from t · kOutputs on. Input channels come in chunks, kChannels for each thread.

#include "conv1d_channels.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

// For the sweep: 1, 2, 4, 8 or 16 input channels a thread in every layer. 0: what the launcher's table says.
constexpr int kSweep = 0;

constexpr int kTaps    = 2 * kRadius + 1;
constexpr int kThreads = 64;                      // of an output channel
constexpr int kWarps   = kThreads / 32;
constexpr int kFilters = 8;                       // output channels of a block

template <int kChannels, int kOutputs>
__launch_bounds__(kThreads * kFilters)            // given: registers for so many threads a block, and not for 1024
__global__ void conv1d_channels_kernel(const float* in, const float* weight, const float* bias, float* out, int in_channels,
                                       int out_channels, int length)
{
    constexpr int kGroup  = kChannels < 4 ? kChannels : 4;        // neighbouring channels; the weights of four are five float4
    constexpr int kGroups = kChannels / kGroup;                   // of a thread in each chunk
    constexpr int kStep   = kThreads * kGroup;                    // channels from one group of a thread to its next
    constexpr int kChunk  = kThreads * kChannels;
    constexpr int kPatch  = kOutputs + 2 * kRadius;               // elements of a channel that kOutputs outputs want
    constexpr int kColumn = kThreads * kFilters / kPatch;         // channels that the block's threads load at once, an element each
    constexpr int kLoads  = (kChunk + kColumn - 1) / kColumn;

    __shared__ float s_in[kChunk / kGroup][kGroup * kPatch + 1];  // a group a row, with halo; the last column is idle
    __shared__ float s_part[kFilters][kWarps][kOutputs];          // what each warp has summed

    // Given: the outputs of this block, and which element of each column of channels this thread loads. Is it a ghost?
    const int tx = int(threadIdx.x), ty = int(threadIdx.y), thread = ty * kThreads + tx;
    const int o = int(blockIdx.x) * kFilters + ty, begin = int(blockIdx.y) * kOutputs;
    const int row = thread / kPatch, p = (thread + kRadius) % kPatch, at = begin + p - kRadius;
    const bool real = at >= 0 && at < length;

    // Given: does this thread store an output? May weights be read four at once? Only from an address of 16 bytes.
    const bool stores = tx < kOutputs && begin + tx < length && o < out_channels;
    const bool aligned = kGroup == 4 && in_channels % 4 == 0;

    float total = stores ? bias[o] : 0.0f;                        // wanted at the end, and there by then
    float sum[kOutputs] = {};                                     // of this thread's channels; in registers

    for (int first = 0; first < in_channels; first += kChunk) {
        // TODO(1) Load this thread's elements into registers, first of all: channel first + i * kColumn + row, position at. All
        //         threads wait for them below; nobody waits here. Which of them exist, and what is a ghost?
        float element[kLoads];

        // TODO(2) Load the filters of this thread's groups, group g from mine + g * kStep * kTaps on: as float4 if aligned, else
        //         one by one. Which of them exist? What shall a missing channel count? Why is there no barrier before this?
        float w[kGroups][kGroup * kTaps];

        // Given: how many channels there are from the first one of this thread on, and where its weights begin.
        const int left = o < out_channels ? in_channels - first - tx * kGroup : 0;
        const float* const mine = weight + (size_t(o) * in_channels + first + tx * kGroup) * kTaps;

        // TODO(3) Store the elements in s_in, c % kGroup * kPatch + p words into the row of channel c's group. Wait; then add the
        //         products of this thread's groups to the sums: which rows of s_in are they? May the next round of the loop
        //         begin at once, or does somebody still read?
    }

    // TODO(4) Let each warp add up the sums of its 32 threads with __shfl_down_sync, and its lane 0 store them in
    //         s_part. Which lanes must take part, also where a thread had no channel?

    // TODO(5) Wait; then let each thread that stores add the parts of its channel's warps to its total, and store it.
}

// Given.
template <int kChannels, int kOutputs>
void launch(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels, int out_channels, int length)
{
    const dim3 grid((out_channels + kFilters - 1) / kFilters, (length + kOutputs - 1) / kOutputs), block(kThreads, kFilters);
    conv1d_channels_kernel<kChannels, kOutputs><<<grid, block>>>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// Given. As many channels a thread as make one chunk of the layer, if registers and shared memory have room for them.
void conv1d_channels(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels,
                     int out_channels, int length)
{
    if constexpr (kSweep > 0) launch<kSweep, 4>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    else if (length > 4) launch<8, kTile>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    else if (in_channels > 512) launch<16, 4>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    else if (in_channels > 256) launch<8, 4>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    else launch<4, 4>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
}
