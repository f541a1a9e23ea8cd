// A layer of channels: whole rows of weights by copies that no thread waits for, and launches that fetch them before the last one has ended.

#include "cuda/check.hpp"
#include "layer.hpp"
#include "overlap.hpp"

namespace halo::ladder {

namespace {

constexpr int kThreads = 256, kWarps = kThreads / 32, kMostBytes = 160 * 1024;

/// A block has kFilters output channels, each of its threads 4 input channels of all of them. A row of weights is used as soon as it is there.
/// The layer's weights do not depend on the launch before: if it may still be running, only they are fetched meanwhile.
template <int kFilters, bool kOverlapped>
__global__ void __launch_bounds__(kThreads) conv1d_channels_bulk_kernel(LayerOfChannels a)
{
    constexpr int kSums = kFilters * kLayerOutputs;
    extern __shared__ float4 s_row[];
    __shared__ RowCopy s_copy[kFilters];
    __shared__ float s_part[kWarps][kSums];
    const int tx = int(threadIdx.x), o0 = int(blockIdx.x) * kFilters, begin = int(blockIdx.y) * kLayerOutputs;
    const int filters = min(kFilters, a.out_channels - o0), quads = a.in_channels / 4 * kLayerTaps;
    if constexpr (kOverlapped) let_next_begin();
    if (tx == 0) {
        RowCopy::prepare(s_copy, filters);
        for (int f = 0; f < filters; ++f)
            s_copy[f].begin(s_row + f * quads, reinterpret_cast<const float4*>(a.weight + std::size_t(o0 + f) * a.in_channels * kLayerTaps), unsigned(quads) * sizeof(float4));
    }
    if constexpr (kOverlapped) wait_for_last();
    __syncthreads();                        // whoever waits for a copy finds it begun

    float sum[kFilters][kLayerOutputs] = {};
    for (int c = 4 * tx; c < a.in_channels; c += 4 * kThreads) {
        float x[4][kLayerPatch];
#pragma unroll
        for (int i = 0; i < 4; ++i) load_window<true>(x[i], a, c + i, begin);
#pragma unroll
        for (int f = 0; f < kFilters; ++f) {
            if (f < filters) {
                s_copy[f].wait();
                float w[4 * kLayerTaps];
#pragma unroll
                for (int q = 0; q < kLayerTaps; ++q) {
                    const float4 quad = s_row[f * quads + c / 4 * kLayerTaps + q];
                    w[4 * q] = quad.x, w[4 * q + 1] = quad.y, w[4 * q + 2] = quad.z, w[4 * q + 3] = quad.w;
                }
#pragma unroll
                for (int i = 0; i < 4; ++i) add_products(sum[f], &w[i * kLayerTaps], x[i]);
            }
        }
    }
    float flat[kSums];
#pragma unroll
    for (int v = 0; v < kSums; ++v) flat[v] = sum[v / kLayerOutputs][v % kLayerOutputs];
    const float total = scatter_sums(flat);
    if (tx % 32 < kSums) s_part[tx / 32][tx % 32] = total;
    __syncthreads();
    const int f = tx / kLayerOutputs, l = tx % kLayerOutputs;
    if (f >= filters || begin + l >= a.length) return;
    float out = a.bias[o0 + f];
#pragma unroll
    for (int warp = 0; warp < kWarps; ++warp) out += s_part[warp][tx];
    a.out[std::size_t(o0 + f) * a.length + begin + l] = out;
}

template <int kFilters>
std::size_t bytes_of(const LayerOfChannels& a) { return std::size_t(kFilters) * a.in_channels * kLayerTaps * sizeof(float); }

template <int kFilters, bool kOverlapped>
void run_bulk(const LayerOfChannels& a, cudaStream_t stream)
{
    const std::size_t bytes = bytes_of<kFilters>(a);
    if (!can_overlap() || !quads_in_weights(a) || !quads_in_elements(a) || bytes > kMostBytes) return run_eight_filters(a, stream);
    static const bool ready = [] {
        CUDA_CHECK(cudaFuncSetAttribute(conv1d_channels_bulk_kernel<kFilters, kOverlapped>, cudaFuncAttributeMaxDynamicSharedMemorySize, kMostBytes));
        return true;
    }();
    (void)ready;
#ifndef __HALO_CPU__
    if constexpr (kOverlapped) return launch_overlapped(conv1d_channels_bulk_kernel<kFilters, kOverlapped>, blocks_for(a, kFilters), dim3(kThreads), bytes, stream, a);
#endif
    conv1d_channels_bulk_kernel<kFilters, kOverlapped><<<blocks_for(a, kFilters), kThreads, bytes, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

template <int kFilters, bool kOverlapped>
Kernel bulk_kernel()
{
    return {reinterpret_cast<const void*>(&conv1d_channels_bulk_kernel<kFilters, kOverlapped>), kThreads, std::size_t(kFilters) * 1024 * kLayerTaps * sizeof(float)};
}

}  // namespace

std::span<const LayerRung> channels_bulk_rungs()
{
    static const LayerRung rungs[] = {
        {"channels_bulk_2", "channels_bulk", "two output channels a block", run_bulk<2, false>, bulk_kernel<2, false>()},
        {"channels_bulk_4", "channels_bulk", "four output channels a block", run_bulk<4, false>, bulk_kernel<4, false>()},
        {"channels_bulk", "channels_async", "eight rows of weights by bulk copies, sums by halves", run_bulk<8, false>, bulk_kernel<8, false>()},
        {"channels_overlapped_4", "channels_overlapped", "four output channels a block", run_bulk<4, true>, bulk_kernel<4, true>()},
        {"channels_overlapped", "channels_bulk", "weights fetched before the last launch has ended", run_bulk<8, true>, bulk_kernel<8, true>()},
    };
    return rungs;
}

}  // namespace halo::ladder
