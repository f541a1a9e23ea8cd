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
        // All weights of the warp's channels, none of which is wanted yet: 160 bytes under way for each thread. They lie side by
        // side, and so do the lanes' loads: each line of memory is asked for once, and used whole.
        Vector line[kFilters][kGroups][kOwn];
#pragma unroll
        for (int f = 0; f < kFilters; ++f)
#pragma unroll
            for (int g = 0; g < kGroups; ++g) {
                // Given: where the weights of the warp's 32 groups begin, and how many Vectors there are from there on.
                const int c = first + g * kStep + warp * 32 * kGroup;
                const Vector* const row = reinterpret_cast<const Vector*>(weight + (size_t(o0 + f) * in_channels + c) * kTaps);
                const int there = o0 + f < out_channels ? (in_channels - c) * kTaps / kWidth : 0;
#pragma unroll
                for (int i = 0; i < kOwn; ++i) line[f][g][i] = i * 32 + lane < there ? row[i * 32 + lane] : Vector{};
            }

        // The elements of this thread's own channels, for all kFilters output channels. Caches have them.
        float x[kGroups][kGroup][kPatch] = {};
#pragma unroll
        for (int g = 0; g < kGroups; ++g)
#pragma unroll
            for (int i = 0; i < kGroup; ++i) {
                const int c = first + g * kStep + tx * kGroup + i;
                if constexpr (kWidth == 4) {                      // length 4: the channel is one float4, between ghosts
                    const float4 four = c < in_channels ? reinterpret_cast<const float4*>(in)[c] : float4{};
                    x[g][i][kRadius] = four.x, x[g][i][kRadius + 1] = four.y, x[g][i][kRadius + 2] = four.z, x[g][i][kRadius + 3] = four.w;
                } else {
#pragma unroll
                    for (int p = 0; p < kPatch; ++p) {
                        const int at = begin + p - kRadius;
                        if (c < in_channels && at >= 0 && at < length) x[g][i][p] = in[size_t(c) * length + at];
                    }
                }
            }

        // Each lane gets the weights of its own group: they are written as they lay, and read where they are wanted.
#pragma unroll
        for (int f = 0; f < kFilters; ++f)
#pragma unroll
            for (int g = 0; g < kGroups; ++g) {
                __syncwarp();                   // nobody reads the last ones any more
#pragma unroll
                for (int i = 0; i < kOwn; ++i) s_line[warp][i * 32 + lane] = line[f][g][i];
                __syncwarp();                   // the line is there
                alignas(Vector) float w[kGroup * kTaps];
#pragma unroll
                for (int i = 0; i < kOwn; ++i) reinterpret_cast<Vector*>(w)[i] = s_line[warp][lane * kOwn + i];
#pragma unroll
                for (int c = 0; c < kGroup; ++c)
#pragma unroll
                    for (int k = 0; k < kTaps; ++k)
#pragma unroll
                        for (int l = 0; l < kOutputs; ++l) sum[f * kOutputs + l] += w[c * kTaps + k] * x[g][c][l + k];
            }
    }

    // A lane keeps half of its sums and gives the other half to a lane that keeps those, until each has one; then lanes with the
    // same sum add up. 9 shuffles for 8 sums, where one sum after the other takes 40. All 32 lanes are here: a thread without
    // a channel brings 0.
#pragma unroll
    for (int step = 16, half = kSums / 2; step > 0; step /= 2, half /= 2) {
        const bool upper = lane & step;
#pragma unroll
        for (int v = 0; v < half; ++v) {
            const float kept = upper ? sum[v + half] : sum[v], given = upper ? sum[v] : sum[v + half];
            sum[v] = kept + __shfl_xor_sync(0xffffffffu, given, step);
        }
        if (half == 0) sum[0] += __shfl_xor_sync(0xffffffffu, sum[0], step);
    }
    constexpr int kSame = 32 / kSums;           // lanes with the same sum
    if (lane % kSame == 0) s_part[warp][lane / kSame] = sum[0];
    __syncthreads();

    // One writer for each output: no atomicAdd, no output to be zeroed before, the same result in every run.
    if (stores) {
        for (int w = 0; w < kWarps; ++w) total += s_part[w][tx];
        out[size_t(o) * length + l_out] = total;
    }
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

// Cost for C = O = 1024, L = 4, K = 5. Bytes that must move: 4 · C · (K · O + L) and little more, 21 MB, for 29 Mflop (14
// products of 20 are not ghosts'). That is 1.4 flop a byte, where an H200 has 15: memory decides. It brings the bytes in time only
// if enough are under way: on each multiprocessor 6 blocks of 128 threads with 160 bytes each, 123 KB. Price: 80 registers a
// thread, so that 24 warps are all that a multiprocessor holds, of 64. Every block loads all of in, 0.4 elements for each
// weight; a cache has them.
