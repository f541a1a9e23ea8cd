// A layer of channels whose weights are loaded in whole lines. In channels.cu a thread loads the 80 bytes of its group, and a request of its
// warp meets 20 lines, where 4 would do: the same lines five times. Here the warp shares the load, and hands out groups through shared memory.

#include "cuda/check.hpp"
#include "layer.hpp"

namespace halo::ladder {

namespace {

constexpr int kChannels = 16, kThreads = 64, kFilters = 8, kGroup = 4, kGroups = kChannels / kGroup, kStep = kThreads * kGroup, kChunk = kThreads * kChannels;
constexpr int kQuads = kGroup * kLayerTaps / 4;                     // of a group's weights
constexpr int kWarps = kThreads * kFilters / 32;
constexpr std::size_t kBytes = kWarps * 32 * kQuads * sizeof(float4);

/// Rows of weights begin at quads. The block is that of conv1d_channels_block_kernel.
__global__ void __launch_bounds__(kThreads* kFilters) conv1d_channels_lines_kernel(LayerOfChannels a)
{
    constexpr int kColumn = kThreads * kFilters / kLayerPatch, kLoads = ceil_div(kChunk, kColumn);
    __shared__ float s_in[kChunk / kGroup][kGroup * kLayerPatch + 1];
    extern __shared__ float4 s_weight4[];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y), thread = ty * kThreads + tx, lane = tx % 32;
    const int o = int(blockIdx.x) * kFilters + ty, begin = int(blockIdx.y) * kLayerOutputs;
    const int row = thread / kLayerPatch, p = (thread + kLayerRadius) % kLayerPatch, at = begin + p - kLayerRadius;
    const bool real = at >= 0 && at < a.length;
    const float bias = bias_for<kFilters>(a, tx, ty, begin);
    float4* const mine = s_weight4 + thread / 32 * (32 * kQuads);   // the warp's
    float sum[kLayerOutputs] = {};
    for (int first = 0; first < a.in_channels; first += kChunk) {
        float element[kLoads];
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            const int c = first + i * kColumn + row;
            element[i] = real && c < a.in_channels ? a.in[std::size_t(c) * a.length + at] : 0.0f;
        }
        // The quads of the 32 groups of a warp follow each other. Lane 0 takes the first of them, whosever group it is.
        float4 quad[kGroups][kQuads];
        const int of_warp = first + (tx - lane) * kGroup;           // its first channel
        const float* const from = a.weight + (std::size_t(o) * a.in_channels + of_warp) * kLayerTaps;
#pragma unroll
        for (int g = 0; g < kGroups; ++g) {
            const int left = o < a.out_channels ? (a.in_channels - of_warp - g * kStep) * kLayerTaps : 0;
#pragma unroll
            for (int q = 0; q < kQuads; ++q) quad[g][q] = 4 * (q * 32 + lane) < left ? load_quad(from + g * kStep * kLayerTaps + 4 * (q * 32 + lane)) : float4{};
        }
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            const int c = i * kColumn + row;
            if (c < kChunk) s_in[c / kGroup][c % kGroup * kLayerPatch + p] = element[i];
        }
        __syncthreads();
#pragma unroll
        for (int g = 0; g < kGroups; ++g) {
#pragma unroll
            for (int q = 0; q < kQuads; ++q) mine[q * 32 + lane] = quad[g][q];
            __syncwarp();
            float w[kGroup * kLayerTaps];
#pragma unroll
            for (int q = 0; q < kQuads; ++q) {                      // 5 quads apart: 8 lanes at a time meet all 32 banks
                const float4 four = mine[lane * kQuads + q];
                w[4 * q] = four.x, w[4 * q + 1] = four.y, w[4 * q + 2] = four.z, w[4 * q + 3] = four.w;
            }
            __syncwarp();                                           // read by all, before the next group is stored
#pragma unroll
            for (int c = 0; c < kGroup; ++c) add_products(sum, &w[c * kLayerTaps], &s_in[g * kThreads + tx][c * kLayerPatch]);
        }
        __syncthreads();
    }
    store_sums<kFilters, kThreads / 32>(a, sum, tx, ty, begin, bias);
}

void run_lines(const LayerOfChannels& a, cudaStream_t stream)
{
    if (!quads_in_weights(a)) return run_eight_filters(a, stream);
    static const bool ready = [] {
        CUDA_CHECK(cudaFuncSetAttribute(conv1d_channels_lines_kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, int(kBytes)));
        return true;
    }();
    (void)ready;
    conv1d_channels_lines_kernel<<<blocks_for(a, kFilters), dim3(kThreads, kFilters), kBytes, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace

std::span<const LayerRung> channels_lines_rungs()
{
    static const LayerRung rungs[] = {
        {"channels_lines", "channels_eight_filters", "weights in whole lines, handed out to the warp's threads through shared memory", run_lines,
         {reinterpret_cast<const void*>(&conv1d_channels_lines_kernel), kThreads * kFilters, kBytes}},
    };
    return rungs;
}

}  // namespace halo::ladder
