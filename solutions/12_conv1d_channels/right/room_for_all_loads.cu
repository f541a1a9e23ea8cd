// Right: a block for each output channel; elements stay in the registers of the thread that multiplies them, since no other thread of the block wants
// them. Reuse 3.11. What makes it fast on a card is room: launch bounds that leave a thread registers for all that it loads.

#include "conv1d_channels.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kTaps = 2 * kRadius + 1;

// Threads that a multiprocessor shall have at once. 65536 registers for 1024 are 64 each: enough for the weights and
// elements of 4 channels and 4 outputs. With more of either a thread needs more, and so there are fewer.
constexpr int resident_threads(int channels, int outputs) { return channels * outputs <= 16 ? 1024 : 16384 / (channels * outputs); }

template <int kThreads, int kChannels, int kOutputs, bool kQuads>
__launch_bounds__(kThreads, (resident_threads(kChannels, kOutputs) + kThreads - 1) / kThreads)
__global__ void conv1d_channels_kernel(const float* in, const float* weight, const float* bias, float* out, int in_channels, int length)
{
    constexpr int kGroup  = kChannels < 4 ? kChannels : 4;        // neighbouring channels; the weights of four are five float4
    constexpr int kGroups = kChannels / kGroup;                   // of a thread in each chunk
    constexpr int kStep   = kThreads * kGroup;                    // channels from one group of a thread to its next
    constexpr int kChunk  = kThreads * kChannels;
    constexpr int kPatch  = kOutputs + 2 * kRadius;               // elements of a channel that kOutputs outputs want
    constexpr int kWarps  = kThreads / 32;

    __shared__ float s_part[kWarps][kOutputs];                    // what each warp has summed

    const int tx = int(threadIdx.x), o = int(blockIdx.x), begin = int(blockIdx.y) * kOutputs;
    const bool stores = tx < kOutputs && begin + tx < length;
    float total = stores ? bias[o] : 0.0f;                        // wanted at the end, and there by then
    float sum[kOutputs] = {};                                     // of this thread's channels; in registers

    for (int first = 0; first < in_channels; first += kChunk) {
        // How many channels there are from the first one of this thread on, and where its weights begin.
        const int left = in_channels - first - tx * kGroup;
        const float* const mine = weight + (size_t(o) * in_channels + first + tx * kGroup) * kTaps;

        // Elements first: a cache has them. They stay in registers: no other thread of this block wants them.
        float x[kChannels][kPatch];
#pragma unroll
        for (int i = 0; i < kChannels; ++i) {
            const int c = i / kGroup * kStep + i % kGroup;        // from this thread's first channel on
            const float* const channel = in + size_t(first + tx * kGroup + c) * length;
            if constexpr (kQuads) {
                float4 four = {};
                if (c < left) four = *reinterpret_cast<const float4*>(channel);
                for (int p = 0; p < kPatch; ++p) x[i][p] = 0.0f;
                x[i][kRadius] = four.x, x[i][kRadius + 1] = four.y, x[i][kRadius + 2] = four.z, x[i][kRadius + 3] = four.w;
            } else {
                for (int p = 0; p < kPatch; ++p) {
                    const int at = begin + p - kRadius;
                    x[i][p] = c < left && at >= 0 && at < length ? channel[at] : 0.0f;
                }
            }
        }

        // All weights of this thread's channels, none of which is wanted yet. As float4 they take a quarter of the load
        // instructions; __ldcs says that nobody will want them again. A group has them all or none, if its rows are aligned.
        float w[kGroups][kGroup * kTaps];
#pragma unroll
        for (int g = 0; g < kGroups; ++g)
            if constexpr (kQuads && kGroup == 4) {
                const float4* const mine4 = reinterpret_cast<const float4*>(mine + g * kStep * kTaps);
                for (int q = 0; q < kGroup * kTaps / 4; ++q) {
                    float4 four = {};
                    if (g * kStep < left) four = __ldcs(mine4 + q);
                    w[g][4 * q] = four.x, w[g][4 * q + 1] = four.y, w[g][4 * q + 2] = four.z, w[g][4 * q + 3] = four.w;
                }
            } else {
                for (int e = 0; e < kGroup * kTaps; ++e) w[g][e] = g * kStep + e / kTaps < left ? mine[g * kStep * kTaps + e] : 0.0f;
            }

#pragma unroll
        for (int g = 0; g < kGroups; ++g)
            for (int c = 0; c < kGroup; ++c)
                for (int k = 0; k < kTaps; ++k)
                    for (int l = 0; l < kOutputs; ++l) sum[l] += w[g][c * kTaps + k] * x[g * kGroup + c][l + k];
    }

    // A lane keeps half of its sums and gives the other half away, until it has one; then all lanes with the same sum add up.
#pragma unroll
    for (int e = 1; e <= 5; ++e) {                 // a form that the compiler unrolls: sums stay in registers
        const int step = 32 >> e;
        const bool upper = tx & step;
#pragma unroll
        for (int v = 0; v < kOutputs / 2; ++v)
            if (v < step && step < kOutputs) {
                const float kept = upper ? sum[v + step] : sum[v], given = upper ? sum[v] : sum[v + step];
                sum[v] = kept + __shfl_xor_sync(0xffffffffu, given, step);
            }
    }
#pragma unroll
    for (int e = 1; e <= 5; ++e)
        if (32 >> e >= kOutputs) sum[0] += __shfl_xor_sync(0xffffffffu, sum[0], 32 >> e);
    if (tx % 32 < kOutputs) s_part[tx / 32][tx % 32] = sum[0];
    __syncthreads();
    if (!stores) return;
#pragma unroll
    for (int warp = 0; warp < kWarps; ++warp) total += s_part[warp][tx];
    out[size_t(o) * length + begin + tx] = total;
}

template <int kThreads, int kChannels, int kOutputs>
void launch(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels, int out_channels, int length)
{
    const dim3 grid(out_channels, (length + kOutputs - 1) / kOutputs);
    if (kOutputs == 4 && length == 4 && in_channels % 4 == 0)
        conv1d_channels_kernel<kThreads, kChannels, kOutputs, kOutputs == 4><<<grid, kThreads>>>(d_in, d_weight, d_bias, d_out, in_channels, length);
    else
        conv1d_channels_kernel<kThreads, kChannels, kOutputs, false><<<grid, kThreads>>>(d_in, d_weight, d_bias, d_out, in_channels, length);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// As many threads as make one chunk of the layer.
void conv1d_channels(const float* d_in, const float* d_weight, const float* d_bias, float* d_out, int in_channels,
                     int out_channels, int length)
{
    if (length > 4) launch<128, 4, kTile>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    else if (in_channels > 512) launch<256, 4, 4>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    else if (in_channels > 256) launch<128, 4, 4>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
    else launch<64, 4, 4>(d_in, d_weight, d_bias, d_out, in_channels, out_channels, length);
}
