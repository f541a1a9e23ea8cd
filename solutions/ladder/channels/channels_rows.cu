// A layer of channels whose threads have room: registers for the weights and elements of four input channels, so that all of them are under way
// at once, while half of the blocks wait for their turn and compute when others load. Nothing goes through shared memory but sums.

#include "cuda/check.hpp"
#include "layer.hpp"
#include "overlap.hpp"

namespace halo::ladder {

namespace {

constexpr int kThreads = 256, kWarps = kThreads / 32;

/// A block has kFilters output channels, and elements stay in registers for all of them. kBlocks fit on a multiprocessor at once: 128 / kBlocks
/// registers a thread. kOverlapped: the weights, which do not depend on the last launch, are asked for before it has ended.
template <int kFilters, int kBlocks, bool kQuads, bool kStreaming, bool kOverlapped>
// region bounds
__global__ void __launch_bounds__(kThreads, kBlocks)    // kBlocks at once: a thread may have 65536 / (kThreads · kBlocks) registers
conv1d_channels_rows_kernel(LayerOfChannels a)
// endregion
{
    constexpr int kSums = kFilters * kLayerOutputs;
    __shared__ float s_part[kWarps][kSums];
    const int tx = int(threadIdx.x), o0 = int(blockIdx.x) * kFilters, begin = int(blockIdx.y) * kLayerOutputs;
    const int f = tx / kLayerOutputs, l = tx % kLayerOutputs;
    const bool stores = f < kFilters && o0 + f < a.out_channels && begin + l < a.length;
    if constexpr (kOverlapped) let_next_begin();
    bool waits = kOverlapped;
    float sum[kFilters][kLayerOutputs] = {};
    for (int c = 4 * tx; c < a.in_channels; c += 4 * kThreads) {
        float w[kFilters][4 * kLayerTaps], x[4][kLayerPatch];
        if constexpr (!kOverlapped)
#pragma unroll
            for (int i = 0; i < 4; ++i) load_window<kQuads>(x[i], a, c + i, begin);
#pragma unroll
        for (int of = 0; of < kFilters; ++of) load_weights<4, kQuads, kStreaming>(w[of], a, o0 + of, c);
        if (waits) wait_for_last();
        waits = false;
        if constexpr (kOverlapped)
#pragma unroll
            for (int i = 0; i < 4; ++i) load_window<kQuads>(x[i], a, c + i, begin);
#pragma unroll
        for (int of = 0; of < kFilters; ++of)
#pragma unroll
            for (int i = 0; i < 4; ++i) add_products(sum[of], &w[of][i * kLayerTaps], x[i]);
    }
    if (waits) wait_for_last();                             // a thread without a channel
    float flat[kSums];
#pragma unroll
    for (int v = 0; v < kSums; ++v) flat[v] = sum[v / kLayerOutputs][v % kLayerOutputs];
    const float total = scatter_sums(flat);
    if (tx % 32 < kSums) s_part[tx / 32][tx % 32] = total;
    float out = stores ? a.bias[o0 + f] : 0.0f;
    __syncthreads();
    if (!stores) return;
#pragma unroll
    for (int warp = 0; warp < kWarps; ++warp) out += s_part[warp][tx];
    a.out[std::size_t(o0 + f) * a.length + begin + l] = out;
}

template <int kFilters, int kBlocks, bool kStreaming, bool kOverlapped, bool kQuads>
void launch_rows(const LayerOfChannels& a, cudaStream_t stream)
{
    const auto kernel = conv1d_channels_rows_kernel<kFilters, kBlocks, kQuads, kStreaming, kOverlapped>;
    if constexpr (kOverlapped) return launch_overlapped(kernel, blocks_for(a, kFilters), dim3(kThreads), 0, stream, a);
    kernel<<<blocks_for(a, kFilters), kThreads, 0, stream>>>(a);
    CUDA_CHECK(cudaGetLastError());
}

template <int kFilters, int kBlocks, bool kStreaming, bool kOverlapped>
void run_rows(const LayerOfChannels& a, cudaStream_t stream)
{
    if (quads_in_weights(a) && quads_in_elements(a)) launch_rows<kFilters, kBlocks, kStreaming, kOverlapped, true>(a, stream);
    else launch_rows<kFilters, kBlocks, kStreaming, kOverlapped, false>(a, stream);
}

template <int kFilters, int kBlocks, bool kStreaming, bool kOverlapped>
LayerRung rung(const char* name, const char* from, const char* idea)
{
    return {name, from, idea, run_rows<kFilters, kBlocks, kStreaming, kOverlapped>,
            {reinterpret_cast<const void*>(&conv1d_channels_rows_kernel<kFilters, kBlocks, true, kStreaming, kOverlapped>), kThreads}};
}

}  // namespace

std::span<const LayerRung> channels_rows_rungs()
{
    static const LayerRung rungs[] = {
        rung<1, 4, false, false>("channels_room", "channels_registers", "64 registers a thread, for four blocks at once and not eight: all loads are under way; sums by halves"),
        rung<1, 4, true, false>("channels_room_streaming", "channels_room", "weights that ask to leave the caches first"),
        rung<2, 3, true, false>("channels_two_rows", "channels_room_streaming", "two output channels a block, elements in registers for both; three blocks at once"),
        rung<1, 4, true, true>("channels_room_overlapped", "channels_room_streaming", "weights asked for before the last launch has ended"),
        rung<4, 2, true, true>("channels_rows_overlapped", "channels_room_overlapped", "four output channels a block, elements in registers for all of them"),
    };
    return rungs;
}

}  // namespace halo::ladder
