#pragma once
// Quads: four floats that lie side by side and are moved by one instruction, if their address is a multiple of 16 bytes.

#include <cstdint>

#include <cuda_runtime.h>

#include "cuda/check.hpp"

namespace halo::ladder {

constexpr unsigned kAllLanes = 0xffffffffu;
constexpr int kMostBlocksInY = 65535;   // of a grid; in x there may be 2³¹ - 1

/// Whether a row of quads can begin at each of these addresses.
inline bool quads_fit(const float* a, const float* b)
{
    return (reinterpret_cast<std::uintptr_t>(a) | reinterpret_cast<std::uintptr_t>(b)) % sizeof(float4) == 0;
}

__host__ __device__ constexpr int ceil_div(int a, int b) { return a / b + (a % b != 0); }

/// Of the card that calls run on: for grids of blocks that stay.
inline int multiprocessors()
{
    int device = 0, count = 0;
    CUDA_CHECK(cudaGetDevice(&device));
    CUDA_CHECK(cudaDeviceGetAttribute(&count, cudaDevAttrMultiProcessorCount, device));
    return count;
}

__device__ inline float4 load_quad(const float* at) { return *reinterpret_cast<const float4*>(at); }

/// With the hint that nobody will read it soon: the first line to leave the cache.
template <bool kStreaming>
__device__ void store_quad(float* at, float4 quad)
{
    if constexpr (kStreaming) __stcs(reinterpret_cast<float4*>(at), quad);
    else *reinterpret_cast<float4*>(at) = quad;
}

/// A filter that travels with the launch. Its elements are operands of the multiply-adds, as those of constant memory are.
// region argument
template <int kTaps>
struct FilterArgument {
    float weight[kTaps];

    static FilterArgument from(const float* h_filter)
    {
        FilterArgument filter;
        for (int i = 0; i < kTaps; ++i) filter.weight[i] = h_filter[i];
        return filter;
    }
    __device__ float operator[](int i) const { return weight[i]; }
};
// endregion

}  // namespace halo::ladder
