// A layer of channels, from a thread for each output to all weights of a multiprocessor under way at once. channels_bulk.cu goes on.

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "cuda/check.hpp"
#include "layer.hpp"
#include "overlap.hpp"

namespace halo::ladder {

namespace {

__global__ void conv1d_channels_naive_kernel(LayerOfChannels a)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x), o = i / a.length, l = i % a.length;
    if (o >= a.out_channels) return;
    float sum = a.bias[o];
    for (int c = 0; c < a.in_channels; ++c)
        for (int k = 0; k < kLayerTaps; ++k) {
            const int at = l + k - kLayerRadius;
            if (at >= 0 && at < a.length) sum += a.weight[(std::size_t(o) * a.in_channels + c) * kLayerTaps + k] * a.in[std::size_t(c) * a.length + at];
        }
    a.out[i] = sum;
}

constexpr int kMostThreads = 1024;

/// A block for each output channel, a thread for each input channel, one sum after the other by a tree in shared memory.
__global__ void __launch_bounds__(kMostThreads) conv1d_channels_tree_kernel(LayerOfChannels a)
{
    __shared__ float s_sum[kMostThreads];
    const int tx = int(threadIdx.x), o = int(blockIdx.x), begin = int(blockIdx.y) * kLayerOutputs;
    float sum[kLayerOutputs] = {};
    for (int c = tx; c < a.in_channels; c += kMostThreads) {
        // region a_channel_a_thread
        float w[kLayerTaps], x[kLayerPatch];
        load_weights<1, false>(w, a, o, c);
        load_window<false>(x, a, c, begin);
        add_products(sum, w, x);
        // endregion
    }
    for (int l = 0; l < kLayerOutputs; ++l) {
        // region tree
        s_sum[tx] = sum[l];
        __syncthreads();
        for (int half = kMostThreads / 2; half > 0; half /= 2) {
            if (tx < half) s_sum[tx] += s_sum[tx + half];
            __syncthreads();
        }
        // endregion
        if (tx == 0 && begin + l < a.length) a.out[std::size_t(o) * a.length + begin + l] = s_sum[0] + a.bias[o];
        __syncthreads();
    }
}

/// Chunks of 128 input channels go through shared memory, elements and weights; a barrier on either side.
template <bool kQuads>
__global__ void __launch_bounds__(128) conv1d_channels_chunks_kernel(LayerOfChannels a)
{
    constexpr int kThreads = 128;
    __shared__ float s_in[kThreads][kLayerPatch + 1];
    __shared__ float4 s_weight4[kThreads * kLayerTaps / 4];
    float* const s_weight = &s_weight4[0].x;
    const int tx = int(threadIdx.x), o = int(blockIdx.x), begin = int(blockIdx.y) * kLayerOutputs;
    const float bias = bias_for<1>(a, tx, 0, begin);
    float sum[kLayerOutputs] = {};
    for (int first = 0; first < a.in_channels; first += kThreads) {
        const int channels = min(kThreads, a.in_channels - first);
        const float* const weight = a.weight + (std::size_t(o) * a.in_channels + first) * kLayerTaps;
        for (int e = tx; e < channels * kLayerPatch; e += kThreads) {
            const int c = e / kLayerPatch, p = e % kLayerPatch, at = begin + p - kLayerRadius;
            s_in[c][p] = at >= 0 && at < a.length ? a.in[std::size_t(first + c) * a.length + at] : 0.0f;
        }
        if constexpr (kQuads)
            for (int e = tx; e < channels * kLayerTaps / 4; e += kThreads) s_weight4[e] = load_quad(weight + 4 * e);
        else
            for (int e = tx; e < channels * kLayerTaps; e += kThreads) s_weight[e] = weight[e];
        // region chunk
        __syncthreads();
        if (tx < channels) add_products(sum, s_weight + tx * kLayerTaps, s_in[tx]);
        __syncthreads();
        // endregion
    }
    store_sums<1, kThreads / 32>(a, sum, tx, 0, begin, bias);
}

/// Weights and elements straight into registers: groups of 4 channels, of whose weights 5 quads consist, kThreads groups apart. Of fewer
/// channels a thread the weights are not quads.
template <int kChannels, int kThreads, int kFilters, bool kQuads>
__global__ void __launch_bounds__(kThreads* kFilters) conv1d_channels_registers_kernel(LayerOfChannels a)
{
    constexpr int kGroup = kChannels < 4 ? kChannels : 4, kGroups = kChannels / kGroup, kStep = kThreads * kGroup;
    const int tx = int(threadIdx.x), ty = int(threadIdx.y), o = int(blockIdx.x) * kFilters + ty, begin = int(blockIdx.y) * kLayerOutputs;
    const float bias = bias_for<kFilters>(a, tx, ty, begin);
    float sum[kLayerOutputs] = {};
    for (int first = tx * kGroup; first < ceil_div(a.in_channels, kThreads * kChannels) * kThreads * kChannels; first += kThreads * kChannels) {
        float w[kGroups][kGroup * kLayerTaps];
#pragma unroll
        for (int g = 0; g < kGroups; ++g) load_weights<kGroup, kQuads>(w[g], a, o, first + g * kStep);
#pragma unroll
        for (int g = 0; g < kGroups; ++g) {
            float x[kGroup][kLayerPatch];
#pragma unroll
            for (int c = 0; c < kGroup; ++c) load_window<kQuads>(x[c], a, first + g * kStep + c, begin);
#pragma unroll
            for (int c = 0; c < kGroup; ++c) add_products(sum, &w[g][c * kLayerTaps], x[c]);
        }
    }
    store_sums<kFilters, kThreads / 32>(a, sum, tx, ty, begin, bias);
}

enum class First { elements, weights, weights_of_next_launch };

/// Elements through shared memory, once for kFilters output channels; weights straight into registers. `kFirst` is asked for first: what
/// is asked for later does not come earlier. Weights do not depend on the launch before: they may be asked for while it still runs.
template <int kChannels, int kThreads, int kFilters, First kFirst, bool kStreaming, bool kQuads>
__global__ void __launch_bounds__(kThreads* kFilters) conv1d_channels_block_kernel(LayerOfChannels a)
{
    constexpr int kGroup = kChannels < 4 ? kChannels : 4, kGroups = kChannels / kGroup, kStep = kThreads * kGroup, kChunk = kThreads * kChannels;
    constexpr int kColumn = kThreads * kFilters / kLayerPatch, kLoads = ceil_div(kChunk, kColumn);
    __shared__ float s_in[kChunk / kGroup][kGroup * kLayerPatch + 1];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y), thread = ty * kThreads + tx;
    const int o = int(blockIdx.x) * kFilters + ty, begin = int(blockIdx.y) * kLayerOutputs;
    const int row = thread / kLayerPatch, p = (thread + kLayerRadius) % kLayerPatch, at = begin + p - kLayerRadius;
    const bool real = at >= 0 && at < a.length;
    const float bias = bias_for<kFilters>(a, tx, ty, begin);
    float sum[kLayerOutputs] = {};
    if constexpr (kFirst == First::weights_of_next_launch) let_next_begin();
    for (int first = 0; first < a.in_channels; first += kChunk) {
        float element[kLoads], w[kGroups][kGroup * kLayerTaps];
        const auto load_elements = [&] {
#pragma unroll
            for (int i = 0; i < kLoads; ++i) {
                const int c = first + i * kColumn + row;
                element[i] = real && c < a.in_channels ? a.in[std::size_t(c) * a.length + at] : 0.0f;
            }
        };
        if constexpr (kFirst == First::elements) load_elements();
#pragma unroll
        for (int g = 0; g < kGroups; ++g) load_weights<kGroup, kQuads, kStreaming>(w[g], a, o, first + tx * kGroup + g * kStep);
        if constexpr (kFirst == First::weights_of_next_launch)
            if (first == 0) wait_for_last();
        if constexpr (kFirst != First::elements) load_elements();
#pragma unroll
        for (int i = 0; i < kLoads; ++i) {
            const int c = i * kColumn + row;
            if (c < kChunk) s_in[c / kGroup][c % kGroup * kLayerPatch + p] = element[i];
        }
        __syncthreads();
#pragma unroll
        for (int g = 0; g < kGroups; ++g)
#pragma unroll
            for (int c = 0; c < kGroup; ++c) add_products(sum, &w[g][c * kLayerTaps], &s_in[g * kThreads + tx][c * kLayerPatch]);
        __syncthreads();
    }
    store_sums<kFilters, kThreads / 32>(a, sum, tx, ty, begin, bias);
}

/// Weights by asynchronous copies into shared memory: whole lines, and no register waits for them. A block has kFilters output channels, and
/// each of its threads 4 input channels of all of them.
template <int kFilters>
__global__ void __launch_bounds__(256) conv1d_channels_async_kernel(LayerOfChannels a)
{
    constexpr int kThreads = 256, kChunk = 4 * kThreads;
    __shared__ float4 s_weight4[kFilters][kChunk * kLayerTaps / 4];
    __shared__ float s_part[kThreads / 32][kFilters * kLayerOutputs];
    const auto block = cooperative_groups::this_thread_block();
    const int tx = int(threadIdx.x), o0 = int(blockIdx.x) * kFilters, begin = int(blockIdx.y) * kLayerOutputs, filters = min(kFilters, a.out_channels - o0);
    float sum[kFilters][kLayerOutputs] = {};
    for (int first = 0; first < a.in_channels; first += kChunk) {
        const int channels = min(kChunk, a.in_channels - first);
        for (int f = 0; f < filters; ++f)
            cooperative_groups::memcpy_async(block, s_weight4[f], reinterpret_cast<const float4*>(a.weight + (std::size_t(o0 + f) * a.in_channels + first) * kLayerTaps),
                                             std::size_t(channels) * kLayerTaps * sizeof(float));
        float x[4][kLayerPatch];
#pragma unroll
        for (int c = 0; c < 4; ++c) load_window<true>(x[c], a, first + 4 * tx + c, begin);
        cooperative_groups::wait(block);
        if (4 * tx < channels)
#pragma unroll
            for (int f = 0; f < kFilters; ++f)
                if (f < filters) {
                    float w[4 * kLayerTaps];
#pragma unroll
                    for (int q = 0; q < kLayerTaps; ++q) {
                        const float4 quad = s_weight4[f][tx * kLayerTaps + q];
                        w[4 * q] = quad.x, w[4 * q + 1] = quad.y, w[4 * q + 2] = quad.z, w[4 * q + 3] = quad.w;
                    }
#pragma unroll
                    for (int c = 0; c < 4; ++c) add_products(sum[f], &w[c * kLayerTaps], x[c]);
                }
        __syncthreads();
    }
#pragma unroll
    for (int f = 0; f < kFilters; ++f)
#pragma unroll
        for (int l = 0; l < kLayerOutputs; ++l) {
            const float total = sum_of_warp(sum[f][l]);
            if (tx % 32 == 0) s_part[tx / 32][f * kLayerOutputs + l] = total;
        }
    __syncthreads();
    const int f = tx / kLayerOutputs, l = tx % kLayerOutputs;
    if (f >= filters || begin + l >= a.length) return;
    float total = a.bias[o0 + f];
    for (int warp = 0; warp < kThreads / 32; ++warp) total += s_part[warp][tx];
    a.out[std::size_t(o0 + f) * a.length + begin + l] = total;
}

void run_naive(const LayerOfChannels& a, cudaStream_t stream)
{
    conv1d_channels_naive_kernel<<<ceil_div(a.out_channels * a.length, 128), 128, 0, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

void run_tree(const LayerOfChannels& a, cudaStream_t stream)
{
    conv1d_channels_tree_kernel<<<blocks_for(a, 1), kMostThreads, 0, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

void run_chunks(const LayerOfChannels& a, cudaStream_t stream)
{
    if (quads_in_weights(a)) conv1d_channels_chunks_kernel<true><<<blocks_for(a, 1), 128, 0, stream>>>(a);
    else conv1d_channels_chunks_kernel<false><<<blocks_for(a, 1), 128, 0, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

template <int kChannels, int kThreads, int kFilters>
void run_registers(const LayerOfChannels& a, cudaStream_t stream)
{
    const dim3 block(kThreads, kFilters);
    if (quads_in_weights(a) && quads_in_elements(a)) conv1d_channels_registers_kernel<kChannels, kThreads, kFilters, true><<<blocks_for(a, kFilters), block, 0, stream>>>(a);
    else conv1d_channels_registers_kernel<kChannels, kThreads, kFilters, false><<<blocks_for(a, kFilters), block, 0, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

template <int kChannels, int kThreads, int kFilters, First kFirst = First::elements, bool kStreaming = false>
void run_block(const LayerOfChannels& a, cudaStream_t stream)
{
    const dim3 block(kThreads, kFilters);
    if (quads_in_weights(a)) conv1d_channels_block_kernel<kChannels, kThreads, kFilters, kFirst, kStreaming, true><<<blocks_for(a, kFilters), block, 0, stream>>>(a);
    else conv1d_channels_block_kernel<kChannels, kThreads, kFilters, kFirst, kStreaming, false><<<blocks_for(a, kFilters), block, 0, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

void run_one_by_one(const LayerOfChannels& a, cudaStream_t stream)
{
    conv1d_channels_block_kernel<16, 64, 8, First::elements, false, false><<<blocks_for(a, 8), dim3(64, 8), 0, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

template <bool kQuads>
void run_block_overlapped(const LayerOfChannels& a, cudaStream_t stream)
{
    launch_overlapped(conv1d_channels_block_kernel<16, 64, 8, First::weights_of_next_launch, false, kQuads>, blocks_for(a, 8), dim3(64, 8), 0, stream, a);
}

void run_registers_overlapped(const LayerOfChannels& a, cudaStream_t stream)
{
    if (quads_in_weights(a)) run_block_overlapped<true>(a, stream);
    else run_block_overlapped<false>(a, stream);
}

template <int kFilters>
void run_async(const LayerOfChannels& a, cudaStream_t stream)
{
    if (!quads_in_weights(a) || !quads_in_elements(a)) return run_eight_filters(a, stream);
    conv1d_channels_async_kernel<kFilters><<<blocks_for(a, kFilters), 256, 0, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

template <int kChannels, int kThreads, int kFilters>
Kernel registers_kernel() { return {reinterpret_cast<const void*>(&conv1d_channels_registers_kernel<kChannels, kThreads, kFilters, true>), kThreads * kFilters}; }

template <int kChannels, int kThreads, int kFilters, First kFirst = First::elements, bool kStreaming = false>
Kernel block_kernel() { return {reinterpret_cast<const void*>(&conv1d_channels_block_kernel<kChannels, kThreads, kFilters, kFirst, kStreaming, true>), kThreads * kFilters}; }

template <int kFilters>
Kernel async_kernel() { return {reinterpret_cast<const void*>(&conv1d_channels_async_kernel<kFilters>), 256}; }

}  // namespace

void run_eight_filters(const LayerOfChannels& a, cudaStream_t stream) { run_block<16, 64, 8>(a, stream); }

std::span<const LayerRung> channels_plain_rungs()
{
    static const LayerRung rungs[] = {
        {"channels_naive", "", "an output a thread", run_naive, {reinterpret_cast<const void*>(&conv1d_channels_naive_kernel), 128}},
        {"channels_tree", "channels_naive", "a block for each output channel, a thread for each input channel; a tree in shared memory", run_tree,
         {reinterpret_cast<const void*>(&conv1d_channels_tree_kernel), kMostThreads}},
        {"channels_chunks", "channels_tree", "chunks of 128 channels through shared memory, weights as float4; sums by shuffles", run_chunks,
         {reinterpret_cast<const void*>(&conv1d_channels_chunks_kernel<true>), 128}},
        {"channels_registers", "channels_chunks", "no chunks: all weights of a channel straight into registers, 4 channels a thread", run_registers<4, 256, 1>, registers_kernel<4, 256, 1>()},
        {"channels_registers_16", "channels_registers", "16 channels a thread", run_registers<16, 64, 1>, registers_kernel<16, 64, 1>()},
        {"channels_two_filters", "channels_registers_16", "two output channels a block", run_registers<16, 64, 2>, registers_kernel<16, 64, 2>()},
        {"channels_one_by_one", "channels_eight_filters", "weights one by one, and not four at a time", run_one_by_one,
         {reinterpret_cast<const void*>(&conv1d_channels_block_kernel<16, 64, 8, First::elements, false, false>), 64 * 8}},
        {"channels_weights_first", "channels_eight_filters", "weights asked for before the elements", run_block<16, 64, 8, First::weights>, block_kernel<16, 64, 8, First::weights>()},
        {"channels_streaming", "channels_eight_filters", "weights that ask to leave the caches first", run_block<16, 64, 8, First::elements, true>,
         block_kernel<16, 64, 8, First::elements, true>()},
        {"channels_half_threads", "channels_eight_filters", "half the threads a block: four output channels", run_block<16, 64, 4>, block_kernel<16, 64, 4>()},
        {"channels_one_warp", "channels_eight_filters", "a warp for each output channel, two chunks, no sums between warps", run_block<16, 32, 8>, block_kernel<16, 32, 8>()},
        {"channels_8_a_thread", "channels_eight_filters", "8 channels a thread, 128 threads an output channel, four output channels a block", run_block<8, 128, 4>, block_kernel<8, 128, 4>()},
        {"channels_eight_filters", "channels_registers_16", "elements once for eight output channels, through shared memory, asked for before the weights", run_eight_filters, block_kernel<16, 64, 8>()},
        {"channels_registers_overlapped", "channels_weights_first", "weights asked for before the last launch has ended", run_registers_overlapped,
         block_kernel<16, 64, 8, First::weights_of_next_launch>()},
        {"channels_async_1", "channels_async", "one output channel a block", run_async<1>, async_kernel<1>()},
        {"channels_async", "channels_eight_filters", "weights by asynchronous copies into shared memory, two output channels a block", run_async<2>, async_kernel<2>()},
    };
    return rungs;
}

std::span<const LayerSweep> channels_sweep()
{
    static const LayerSweep rows[] = {
        {1, 1024, 1, run_registers<1, 1024, 1>, registers_kernel<1, 1024, 1>()}, {2, 512, 1, run_registers<2, 512, 1>, registers_kernel<2, 512, 1>()},
        {4, 256, 1, run_registers<4, 256, 1>, registers_kernel<4, 256, 1>()},    {8, 128, 1, run_registers<8, 128, 1>, registers_kernel<8, 128, 1>()},
        {16, 64, 1, run_registers<16, 64, 1>, registers_kernel<16, 64, 1>()},
    };
    return rows;
}

}  // namespace halo::ladder
