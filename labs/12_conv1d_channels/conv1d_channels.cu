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
//   Launch: blocks of kChunk / kChannels threads. Block (b, t) computes kFilters output channels, kOutputs outputs of each,
//   from t · kOutputs on. Input channels come in chunks of kChunk, kChannels for each thread.

#include "conv1d_channels.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

// For the sweep: 1, 2, 4, 8 or 16 input channels a thread, and so more or fewer threads.
constexpr int kSweep = 4;

constexpr int kTaps    = 2 * kRadius + 1;
constexpr int kChunk   = 512;                     // input channels that a block takes at once
constexpr int kFilters = 2;                       // output channels of a block

// Given. Blocks that a multiprocessor shall hold at once: as many as its 65536 registers have room for, if each thread has
// registers for all weights and elements that it asks for, for its sums, and 24 more.
constexpr int resident_blocks(int channels, int outputs, int patch)
{
    return 65536 / (channels * (kFilters * kTaps + patch) + kFilters * outputs + 24) / (kChunk / channels);
}

// Vector is float4 where all rows of weights and all channels begin at multiples of 16 bytes, else float.
template <int kChannels, int kOutputs, class Vector>
__launch_bounds__(kChunk / kChannels, resident_blocks(kChannels, kOutputs, sizeof(Vector) == 16 ? 4 : kOutputs + 2 * kRadius))
__global__ void conv1d_channels_kernel(const float* in, const float* weight, const float* bias, float* out, int in_channels,
                                       int out_channels, int length)
{
    constexpr int kGroup  = kChannels < 4 ? kChannels : 4;        // neighbouring channels; the weights of four are five float4
    constexpr int kGroups = kChannels / kGroup;                   // of a thread in each chunk
    constexpr int kStep   = kChunk / kGroups;                     // channels from one group of a thread to its next
    constexpr int kWarps  = kChunk / kChannels / 32;
    constexpr int kPatch  = kOutputs + 2 * kRadius;               // elements of a channel that kOutputs outputs want
    constexpr int kSums   = kFilters * kOutputs;
    constexpr int kWidth  = sizeof(Vector) / sizeof(float);
    constexpr int kOwn    = kGroup * kTaps / kWidth;              // Vectors that hold the weights of a group

    __shared__ Vector s_line[kWarps][32 * kOwn];                  // weights of a warp's 32 groups, as they lie in memory
    __shared__ float s_part[kWarps][kSums];                       // what each warp has summed

    const int tx = int(threadIdx.x), lane = tx % 32, warp = tx / 32;
    const int o0 = int(blockIdx.x) * kFilters, begin = int(blockIdx.y) * kOutputs;

    // Given: the output that this thread stores, if any.
    const int o = o0 + tx / kOutputs, l_out = begin + tx % kOutputs;
    const bool stores = tx < kSums && o < out_channels && l_out < length;

    float total = stores ? bias[o] : 0.0f;                        // wanted at the end, and there by then
    float sum[kSums] = {};                                        // of this thread's channels, for each output; in registers

    for (int first = 0; first < in_channels; first += kChunk) {
        // TODO(1) Load all weights of the warp's channels, for each output channel f and group g: Vector i * 32 + lane of row, if it is
        //         there. What shall a missing one count? Why does a lane not load its own group's weights, which lie one after another?
        Vector line[kFilters][kGroups][kOwn];
#pragma unroll
        for (int f = 0; f < kFilters; ++f)
#pragma unroll
            for (int g = 0; g < kGroups; ++g) {
                // Given: where the weights of the warp's 32 groups begin, and how many Vectors there are from there on.
                const int c = first + g * kStep + warp * 32 * kGroup;
                const Vector* const row = reinterpret_cast<const Vector*>(weight + (size_t(o0 + f) * in_channels + c) * kTaps);
                const int there = o0 + f < out_channels ? (in_channels - c) * kTaps / kWidth : 0;
            }

        // TODO(2) Load the elements of this thread's channels into x: element p of a channel's patch is position begin + p - kRadius.
        //         Which exist? Where kWidth is 4, length is 4 as well: then a channel is one float4, between ghosts.
        float x[kGroups][kGroup][kPatch] = {};
#pragma unroll
        for (int g = 0; g < kGroups; ++g)
#pragma unroll
            for (int i = 0; i < kGroup; ++i) {
                const int c = first + g * kStep + tx * kGroup + i;
            }

        // TODO(3) Hand the weights out: store the warp's line in s_line as it lay in memory, and read the Vectors of this lane's group.
        //         Then add the products to the sums. Whom must a lane wait for before it reads, and before it stores the next line?
    }

    // TODO(4) Let each warp add up the kSums sums of its 32 threads by shuffles, and store them in s_part[warp]. Which lanes must take
    //         part, also where a thread had no channel? Can it be done with fewer than 5 shuffles for each sum?

    // TODO(5) Wait; then let each thread that stores add the parts of all warps to its total, and store it.
}

// Given.
template <int kChannels, int kOutputs, class Vector>
void launch(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels, int out_channels, int length)
{
    const dim3 grid((out_channels + kFilters - 1) / kFilters, (length + kOutputs - 1) / kOutputs), block(kChunk / kChannels);
    conv1d_channels_kernel<kChannels, kOutputs, Vector><<<grid, block>>>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// Given. float4 needs four channels whose weights begin together, and channels of four elements. All else is left to one kernel: with a
// third of this text, each `make` would compile longer.
void conv1d_channels(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels,
                     int out_channels, int length)
{
    if constexpr (kSweep >= 4) {
        if (in_channels % 4 == 0 && length == 4)
            return launch<kSweep, 4, float4>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    } else if (length <= 4) {
        return launch<kSweep, 4, float>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    }
    launch<4, kTile, float>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
}
