#pragma once
// What a thread that computes four neighbouring columns needs of a row: four pixels and a halo on both sides, in registers.

#include "quads.hpp"

namespace halo::ladder {

template <int kRadius>
struct Segment {
    float pixel[4 + 2 * kRadius];
};

/// Elements `from` to `from + kCount - 1` of a row, which all exist, by the widest load that their address allows: from is a multiple of
/// kCount rounded up to a power of two.
template <int kCount>
__device__ void load_some(float* to, const float* at)
{
    static_assert(kCount == 1 || kCount == 2 || kCount == 4);
    if constexpr (kCount == 1) to[0] = at[0];
    if constexpr (kCount == 2) {
        const float2 two = *reinterpret_cast<const float2*>(at);
        to[0] = two.x, to[1] = two.y;
    }
    if constexpr (kCount == 4) {
        const float4 quad = load_quad(at);
        to[0] = quad.x, to[1] = quad.y, to[2] = quad.z, to[3] = quad.w;
    }
}

/// Row y from column x - kRadius on, ghost elements 0. kAligned: x, width and the address of `in` are multiples of a quad, so that one
/// test serves four pixels. Neighbouring threads load the halo too: it comes from L1.
template <int kRadius, bool kAligned>
__device__ Segment<kRadius> load_segment(const float* in, int x, int y, int width, int height)
{
    Segment<kRadius> segment = {};
    if (y < 0 || y >= height) return segment;
    const float* const at = in + std::int64_t(y) * width + x;
    if constexpr (kAligned) {
        if (x < width) load_some<4>(segment.pixel + kRadius, at);
        if (x > 0 && x <= width) load_some<kRadius>(segment.pixel, at - kRadius);
        if (x + 4 < width) load_some<kRadius>(segment.pixel + kRadius + 4, at + 4);
    } else {
#pragma unroll
        for (int k = 0; k < 4 + 2 * kRadius; ++k)
            if (x + k - kRadius >= 0 && x + k - kRadius < width) segment.pixel[k] = at[k - kRadius];
    }
    return segment;
}

/// The same where no element is a ghost: `at` is the pixel in column x.
template <int kRadius>
__device__ Segment<kRadius> load_whole_segment(const float* at)
{
    Segment<kRadius> segment;
    load_some<4>(segment.pixel + kRadius, at);
    load_some<kRadius>(segment.pixel, at - kRadius);
    load_some<kRadius>(segment.pixel + kRadius + 4, at + 4);
    return segment;
}

/// The same with one load for most lanes: those of a warp hold neighbouring quads, and exchange_halo hands the halo round. These are two
/// functions, so that a kernel can have many loads under way before it waits for the first.
template <int kRadius>
__device__ Segment<kRadius> load_own_segment(const float* in, int x, int y, int width, int height)
{
    Segment<kRadius> segment = {};
    if (y < 0 || y >= height) return segment;
    const int lane = int(threadIdx.x) % 32;
    const float* const at = in + std::int64_t(y) * width + x;
    if (x < width) load_some<4>(segment.pixel + kRadius, at);
    if (lane == 0 && x > 0 && x <= width) load_some<kRadius>(segment.pixel, at - kRadius);
    if (lane == 31 && x + 4 < width) load_some<kRadius>(segment.pixel + kRadius + 4, at + 4);
    return segment;
}

/// All lanes of the warp must call it.
template <int kRadius>
__device__ void exchange_halo(Segment<kRadius>& segment)
{
    const int lane = int(threadIdx.x) % 32;
#pragma unroll
    for (int i = 0; i < kRadius; ++i) {
        const float left = __shfl_up_sync(kAllLanes, segment.pixel[4 + i], 1), right = __shfl_down_sync(kAllLanes, segment.pixel[kRadius + i], 1);
        if (lane != 0) segment.pixel[i] = left;
        if (lane != 31) segment.pixel[kRadius + 4 + i] = right;
    }
}

__device__ inline float4 quad_of(const float (&sum)[4]) { return make_float4(sum[0], sum[1], sum[2], sum[3]); }

/// Adds what one row of pixels gives to the sums of kRows rows. `r` counts rows from the upper rim of what they need; `pixel` begins kRadius
/// columns before the first sum.
template <int kRadius, int kRows, class Filter>
__device__ void add_row(float (&sum)[kRows][4], int r, const float* pixel, const Filter& filter)
{
    constexpr int kSide = 2 * kRadius + 1;
#pragma unroll
    for (int i = 0; i < kRows; ++i)
        if (r - i >= 0 && r - i < kSide)
#pragma unroll
            for (int dx = 0; dx < kSide; ++dx)
#pragma unroll
                for (int k = 0; k < 4; ++k) sum[i][k] += filter[(r - i) * kSide + dx] * pixel[k + dx];
}

/// The quad at row y, column x, or what of it exists.
template <bool kStreaming, bool kAligned>
__device__ void store_columns(float* out, float4 quad, int x, int y, int width, int height)
{
    if (x >= width || y >= height) return;
    float* const at = out + std::int64_t(y) * width + x;
    if constexpr (kAligned) {
        store_quad<kStreaming>(at, quad);
    } else {
        const float part[4] = {quad.x, quad.y, quad.z, quad.w};
#pragma unroll
        for (int k = 0; k < 4; ++k)
            if (x + k < width) at[k] = part[k];
    }
}

}  // namespace halo::ladder
