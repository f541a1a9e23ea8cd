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
        // Elements first: they are few, and everybody waits for all of them. Here nobody does: they go to registers.
        float element[kLoads];
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            const int c = first + i * kColumn + row;
            element[i] = real && row < kColumn && c < in_channels ? in[size_t(c) * length + at] : 0.0f;
        }

        // All weights of this thread's channels, none of which is wanted yet: up to 320 bytes under way for each thread. As
        // float4 they take a quarter of the load instructions. A group has them all or none, if its rows are aligned.
        float w[kGroups][kGroup * kTaps];

        // Given: how many channels there are from the first one of this thread on, and where its weights begin.
        const int left = o < out_channels ? in_channels - first - tx * kGroup : 0;
        const float* const mine = weight + (size_t(o) * in_channels + first + tx * kGroup) * kTaps;
#pragma unroll
        for (int g = 0; g < kGroups; ++g)
            if (aligned) {
                const float4* const mine4 = reinterpret_cast<const float4*>(mine + g * kStep * kTaps);
                for (int q = 0; q < kGroup * kTaps / 4; ++q) {
                    float4 four = {};
                    if (g * kStep < left) four = mine4[q];
                    w[g][4 * q] = four.x, w[g][4 * q + 1] = four.y, w[g][4 * q + 2] = four.z, w[g][4 * q + 3] = four.w;
                }
            } else {
                for (int e = 0; e < kGroup * kTaps; ++e) w[g][e] = g * kStep + e / kTaps < left ? mine[g * kStep * kTaps + e] : 0.0f;
            }

        // The elements have come while the weights were asked for. A missing channel is stored, too: as ghosts.
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            const int c = i * kColumn + row;
            if (row < kColumn && c < kChunk) s_in[c / kGroup][c % kGroup * kPatch + p] = element[i];
        }
        __syncthreads();                        // the chunk is there

        // Neighbouring threads read words kGroup · kPatch + 1 apart: an odd number, hence 32 different banks. Without the idle
        // word it is a multiple of 4, and 8 banks or fewer serve all 32 threads.
#pragma unroll
        for (int g = 0; g < kGroups; ++g)
            for (int c = 0; c < kGroup; ++c)
                for (int k = 0; k < kTaps; ++k)
                    for (int l = 0; l < kOutputs; ++l) sum[l] += w[g][c * kTaps + k] * s_in[g * kThreads + tx][c * kPatch + l + k];
        __syncthreads();                        // nobody reads any more: the next chunk may be stored
    }

    // 31 additions a sum in 5 steps, without shared memory and without a barrier. All 32 lanes are here: a thread
    // without a channel brings 0.
    for (int l = 0; l < kOutputs; ++l) {
        for (int step = 16; step > 0; step /= 2) sum[l] += __shfl_down_sync(0xffffffffu, sum[l], step);
        if (tx % 32 == 0) s_part[ty][tx / 32][l] = sum[l];
    }
    __syncthreads();

    // One writer for each output: no atomicAdd, no output to be zeroed before, the same result in every run.
    if (stores) {
        for (int warp = 0; warp < kWarps; ++warp) total += s_part[ty][warp][tx];
        out[size_t(o) * length + begin + tx] = total;
    }
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

// Cost for C = O = 1024, L = 4, K = 5. Bytes that must move: 4 · C · (K · O + L) and little more, 21 MB, for 29 Mflop (14
// products of 20 are no ghosts'). That is 1.4 flop a byte, where an H200 has 15: memory decides. It brings the bytes in
// time only if they are asked for in time: 128 blocks of 512 threads with 80 weights each, on 132 multiprocessors, ask for
// all 21 MB at once. Price: 128 registers a thread, so that 16 warps are all that a multiprocessor holds, 25 % of 64.
// Each block loads all of in: 1/kFilters of an element for each weight · length / kTaps.
