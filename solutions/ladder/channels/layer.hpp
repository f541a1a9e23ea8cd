#pragma once
// What the kernels for a layer of channels have in common: windows of elements and groups of weights in registers, and sums of warps.

#include "channels.hpp"
#include "quads.hpp"

namespace halo::ladder {

constexpr int kLayerOutputs = 4;                                    // positions that a block computes
constexpr int kLayerPatch   = kLayerOutputs + 2 * kLayerRadius;     // elements of a channel that they want

/// Are there whole quads in rows of weights, and in channels of elements?
inline __host__ __device__ bool quads_in_weights(const LayerOfChannels& a)
{
    return a.in_channels % 4 == 0 && reinterpret_cast<std::uintptr_t>(a.weight) % sizeof(float4) == 0;
}
inline __host__ __device__ bool quads_in_elements(const LayerOfChannels& a)
{
    return a.length == 4 && reinterpret_cast<std::uintptr_t>(a.in) % sizeof(float4) == 0;
}

inline dim3 blocks_for(const LayerOfChannels& a, int filters) { return dim3(ceil_div(a.out_channels, filters), ceil_div(a.length, kLayerOutputs)); }

/// The elements of channel c that the outputs from `begin` on want; ghosts and missing channels are 0.
template <bool kQuads>
__device__ void load_window(float (&x)[kLayerPatch], const LayerOfChannels& a, int c, int begin)
{
    if constexpr (kQuads) {             // length 4: the whole channel, and no halo
        const float4 quad = c < a.in_channels ? load_quad(a.in + 4 * std::size_t(c)) : float4{};
        x[0] = x[1] = x[6] = x[7] = 0.0f;
        x[2] = quad.x, x[3] = quad.y, x[4] = quad.z, x[5] = quad.w;
    } else {
#pragma unroll
        for (int p = 0; p < kLayerPatch; ++p) {
            const int at = begin + p - kLayerRadius;
            x[p] = c < a.in_channels && at >= 0 && at < a.length ? a.in[std::size_t(c) * a.length + at] : 0.0f;
        }
    }
}

/// The weights of kGroup channels from c on, of output channel o; those that don't exist are 0. kQuads: all of them exist or none.
template <int kGroup, bool kQuads, bool kStreaming = false>
__device__ void load_weights(float (&w)[kGroup * kLayerTaps], const LayerOfChannels& a, int o, int c)
{
    const float* const at = a.weight + (std::size_t(o) * a.in_channels + c) * kLayerTaps;
    const int there = o < a.out_channels ? (a.in_channels - c) * kLayerTaps : 0;
    if constexpr (kQuads && kGroup % 4 == 0) {
#pragma unroll
        for (int q = 0; q < kGroup * kLayerTaps / 4; ++q) {
            float4 quad = {};
            if (there > 0) quad = kStreaming ? __ldcs(reinterpret_cast<const float4*>(at) + q) : load_quad(at + 4 * q);
            w[4 * q] = quad.x, w[4 * q + 1] = quad.y, w[4 * q + 2] = quad.z, w[4 * q + 3] = quad.w;
        }
    } else {
#pragma unroll
        for (int e = 0; e < kGroup * kLayerTaps; ++e) w[e] = e < there ? at[e] : 0.0f;
    }
}

/// Adds the products of one channel; `w` are its taps.
__device__ inline void add_products(float (&sum)[kLayerOutputs], const float* w, const float* x)
{
#pragma unroll
    for (int k = 0; k < kLayerTaps; ++k)
#pragma unroll
        for (int l = 0; l < kLayerOutputs; ++l) sum[l] += w[k] * x[l + k];
}

__device__ inline float sum_of_warp(float value)
{
#pragma unroll
    // region sum_of_warp
    for (int step = 16; step > 0; step /= 2)    // lane 0 ends with the sum of all lanes
        value += __shfl_down_sync(kAllLanes, value, step);
    return value;
    // endregion
}

/// Adds up kSums values of 32 lanes each. Lane v ends with the sum of value v mod kSums. In each of the first steps a lane keeps half of its
/// values and gives the other half away: 16 shuffles for 16 sums, where one after the other takes 80.
template <int kSums>
__device__ float scatter_sums(float (&value)[kSums])
{
    const int lane = int(threadIdx.x) % 32;
#pragma unroll
    for (int e = 1; e <= 5; ++e) {                          // a form that the compiler unrolls: values stay in registers
        const int step = 32 >> e;
        const bool upper = lane & step;
#pragma unroll
        for (int v = 0; v < kSums / 2; ++v)
            if (v < step && step < kSums) {
                const float kept = upper ? value[v + step] : value[v], given = upper ? value[v] : value[v + step];
                value[v] = kept + __shfl_xor_sync(kAllLanes, given, step);
            }
    }
#pragma unroll
    for (int e = 1; e <= 5; ++e)
        if (32 >> e >= kSums) value[0] += __shfl_xor_sync(kAllLanes, value[0], 32 >> e);
    return value[0];
}

/// The sums of kWarps warps for each of kFilters output channels become outputs. All threads of the block must call it.
template <int kFilters, int kWarps>
__device__ void store_sums(const LayerOfChannels& a, float (&sum)[kLayerOutputs], int tx, int ty, int begin, float bias)
{
    __shared__ float s_part[kFilters][kWarps][kLayerOutputs];
    const int o = int(blockIdx.x) * kFilters + ty;
#pragma unroll
    for (int l = 0; l < kLayerOutputs; ++l) {
        sum[l] = sum_of_warp(sum[l]);
        if (tx % 32 == 0) s_part[ty][tx / 32][l] = sum[l];
    }
    __syncthreads();
    if (tx >= kLayerOutputs || begin + tx >= a.length || o >= a.out_channels) return;
#pragma unroll
    for (int warp = 0; warp < kWarps; ++warp) bias += s_part[ty][warp][tx];
    a.out[std::size_t(o) * a.length + begin + tx] = bias;
}

/// The bias that a thread will add to the output that it stores.
template <int kFilters>
__device__ float bias_for(const LayerOfChannels& a, int tx, int ty, int begin)
{
    const int o = int(blockIdx.x) * kFilters + ty;
    return tx < kLayerOutputs && begin + tx < a.length && o < a.out_channels ? a.bias[o] : 0.0f;
}

/// The rung to which others leave what they can't do: rows that don't begin at quads, rows that are too long, other lengths.
void run_eight_filters(const LayerOfChannels& a, cudaStream_t stream);      // channels.cu

}  // namespace halo::ladder
