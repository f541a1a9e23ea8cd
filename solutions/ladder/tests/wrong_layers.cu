// expect: each of the four is found; see wrong_layers.hpp

#include "wrong_layers.hpp"

#include "layer.hpp"
#include "overlap.hpp"

namespace halo::ladder {

namespace {

enum class Mistake { last_group, quads, ghosts };

/// A warp for each output channel.
template <Mistake kMistake>
__global__ void wrong_layer_kernel(LayerOfChannels a)
{
    constexpr bool kQuads = kMistake == Mistake::quads;
    const int tx = int(threadIdx.x), o = int(blockIdx.x), begin = int(blockIdx.y) * kLayerOutputs;
    float sum[kLayerOutputs] = {};
    const int channels = kMistake == Mistake::last_group ? a.in_channels / 4 * 4 : a.in_channels;
    for (int first = 4 * tx; first < channels; first += 4 * 32) {
        float w[4 * kLayerTaps];
        load_weights<4, kQuads>(w, a, o, first);
        for (int c = 0; c < 4; ++c) {
            float x[kLayerPatch];
            load_window<false>(x, a, first + c, begin);
            const std::size_t next = (std::size_t(first) + c + 1) * a.length;
            if (kMistake == Mistake::ghosts && next < std::size_t(a.in_channels) * a.length) x[kLayerRadius + a.length] = a.in[next];
            add_products(sum, w + c * kLayerTaps, x);
        }
    }
    for (int l = 0; l < kLayerOutputs; ++l) {
        const float total = sum_of_warp(sum[l]);
        if (tx == 0 && begin + l < a.length) a.out[std::size_t(o) * a.length + begin + l] = total + a.bias[o];
    }
}

/// One thread begins the copy of a row, and the others go on without waiting.
__global__ void wait_left_out_kernel(LayerOfChannels a)
{
    extern __shared__ float4 s_row[];
    __shared__ RowCopy s_copy;
    const int tx = int(threadIdx.x), o = int(blockIdx.x);
    if (tx == 0) {
        RowCopy::prepare(&s_copy, 1);
        s_copy.begin(s_row, reinterpret_cast<const float4*>(a.weight + std::size_t(o) * a.in_channels * kLayerTaps), unsigned(a.in_channels) * kLayerTaps * sizeof(float));
    }
    const float* const w = &s_row[0].x;
    if (tx >= a.length) return;
    float total = a.bias[o];
    for (int c = 0; c < a.in_channels; ++c)
        for (int k = 0; k < kLayerTaps; ++k)
            if (tx + k - kLayerRadius >= 0 && tx + k - kLayerRadius < a.length) total += w[c * kLayerTaps + k] * a.in[c * a.length + tx + k - kLayerRadius];
    a.out[o * a.length + tx] = total;
}

}  // namespace

void last_group_left_out(const LayerOfChannels& a, cudaStream_t stream) { wrong_layer_kernel<Mistake::last_group><<<blocks_for(a, 1), 32, 0, stream>>>(a); }
void quads_at_any_address(const LayerOfChannels& a, cudaStream_t stream) { wrong_layer_kernel<Mistake::quads><<<blocks_for(a, 1), 32, 0, stream>>>(a); }
void end_of_the_channel_before(const LayerOfChannels& a, cudaStream_t stream) { wrong_layer_kernel<Mistake::ghosts><<<blocks_for(a, 1), 32, 0, stream>>>(a); }
void wait_left_out(const LayerOfChannels& a, cudaStream_t stream)
{
    wait_left_out_kernel<<<a.out_channels, 32, std::size_t(a.in_channels) * kLayerTaps * sizeof(float), stream>>>(a);
}

}  // namespace halo::ladder
