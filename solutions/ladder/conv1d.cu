// The ladder of the 1-D convolution, a filter of 9
//
//   in, out  [width]  float, global memory
//   out[i] = Σ filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//
// 8 bytes must move for each output, and 9 multiply-adds be done: a card could do 60 of them in that time. So the
// time of a good kernel is that of a copy, and what keeps a simple kernel from it is neither bytes nor arithmetic but
// instructions: loads, tests and addresses. Most rungs divide these.

#include "rungs.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"

namespace halo::ladder {

namespace {

constexpr int kRadius = 4, kTaps = 2 * kRadius + 1;
constexpr int kBlock = 256;
constexpr int kWindow = 4 + 2 * kRadius;    // what four neighbouring outputs need: three quads

__constant__ float c_filter[kTaps];

/// The filter in constant memory, in the clothes of FilterArgument.
struct FilterInConstant {
    __device__ float operator[](int i) const { return c_filter[i]; }
};

// One output a thread; filter and its width come with the call.
__global__ void conv1d_basic_kernel(const float* in, const float* filter, float* out, int width, int taps)
{
    const unsigned at = blockIdx.x * kBlock + threadIdx.x;
    if (at >= unsigned(width)) return;
    const int i = int(at), radius = taps / 2;
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += filter[d + radius] * in[i + d];
    out[i] = sum;
}

// All threads of a warp want the same element of the filter: constant memory hands it to all of them at once.
__global__ void conv1d_constant_kernel(const float* in, float* out, int width, int taps)
{
    const unsigned at = blockIdx.x * kBlock + threadIdx.x;
    if (at >= unsigned(width)) return;
    const int i = int(at), radius = taps / 2;
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter[d + radius] * in[i + d];
    out[i] = sum;
}

// The width is known to the compiler. It unrolls the loop: no counter, no branch back, and all loads on
// their way before the first of them is needed.
template <class Filter>
__global__ void conv1d_unrolled_kernel(const float* in, float* out, int width, Filter filter)
{
    const unsigned at = blockIdx.x * kBlock + threadIdx.x;
    if (at >= unsigned(width)) return;
    const int i = int(at);
    float sum = 0.0f;
#pragma unroll
    for (int d = -kRadius; d <= kRadius; ++d)
        if (i + d >= 0 && i + d < width) sum += filter[d + kRadius] * in[i + d];
    out[i] = sum;
}

/// in[4q - 4 .. 4q + 7], when all of them exist.
__device__ void load_window(float (&window)[kWindow], const float* in, std::int64_t q)
{
#pragma unroll
    // region window
    for (int k = 0; k < 3; ++k) {
        const float4 quad = load_quad(in + 4 * (q + k - 1));
        window[4 * k] = quad.x;
        window[4 * k + 1] = quad.y;
        window[4 * k + 2] = quad.z;
        window[4 * k + 3] = quad.w;
    }
    // endregion
}

/// The same at the ends of the input.
__device__ void load_window_with_ghosts(float (&window)[kWindow], const float* in, std::int64_t q, int width)
{
    for (int k = 0; k < kWindow; ++k) {
        const std::int64_t i = 4 * (q - 1) + k;
        window[k] = i >= 0 && i < width ? in[i] : 0.0f;
    }
}

template <class Filter>
__device__ float4 sums(const float (&window)[kWindow], const Filter& filter)
{
    float sum[4] = {};
#pragma unroll
    for (int d = 0; d < kTaps; ++d)
#pragma unroll
        for (int k = 0; k < 4; ++k) sum[k] += filter[d] * window[k + d];
    return make_float4(sum[0], sum[1], sum[2], sum[3]);
}

/// What of a quad exists.
__device__ void store_part(float* out, std::int64_t q, float4 quad, int width)
{
    const float part[4] = {quad.x, quad.y, quad.z, quad.w};
    for (int k = 0; k < 4; ++k)
        if (4 * q + k < width) out[4 * q + k] = part[k];
}

// Four outputs a thread. Three loads of 16 bytes bring their window of 12, where four threads made 36 loads of 4.
// Two of the three were loaded by the neighbours too, and lie in L1. kQuads such windows a thread, a block apart.
template <int kQuads, bool kStreaming, class Filter>
__global__ void __launch_bounds__(kBlock) conv1d_quads_kernel(const float* in, float* out, int width, Filter filter)
{
    const std::int64_t q = std::int64_t(blockIdx.x) * (kBlock * kQuads) + threadIdx.x;
    float window[kQuads][kWindow];

    // Two warps of the whole grid go the other way; the others test once for all that they load.
    if (q > 0 && q + (kQuads - 1) * kBlock + 1 < width / 4) {
#pragma unroll
        for (int u = 0; u < kQuads; ++u) load_window(window[u], in, q + u * kBlock);
#pragma unroll
        for (int u = 0; u < kQuads; ++u) store_quad<kStreaming>(out + 4 * (q + u * kBlock), sums(window[u], filter));
    } else {
        for (int u = 0; u < kQuads; ++u) {
            load_window_with_ghosts(window[0], in, q + u * kBlock, width);
            store_part(out, q + u * kBlock, sums(window[0], filter), width);
        }
    }
}

// One load a thread; the neighbours' quads come by shuffle, eight of them. Lanes 0 and 31 load what no lane of the warp has.
__global__ void __launch_bounds__(kBlock) conv1d_shuffled_kernel(const float* in, float* out, int width)
{
    const std::int64_t q = std::int64_t(blockIdx.x) * kBlock + threadIdx.x;
    const int lane = int(threadIdx.x) % 32;
    const bool inside = q > 0 && q + 1 < width / 4;
    float window[kWindow];
    float4 own = {}, edge = {};
    if (inside) {
        own = load_quad(in + 4 * q);
        if (lane == 0) edge = load_quad(in + 4 * (q - 1));
        if (lane == 31) edge = load_quad(in + 4 * (q + 1));
    } else {
        load_window_with_ghosts(window, in, q, width);
        own = make_float4(window[4], window[5], window[6], window[7]);
        if (lane == 0) edge = make_float4(window[0], window[1], window[2], window[3]);
        if (lane == 31) edge = make_float4(window[8], window[9], window[10], window[11]);
    }
    const float mine[4] = {own.x, own.y, own.z, own.w}, beyond[4] = {edge.x, edge.y, edge.z, edge.w};
#pragma unroll
    for (int k = 0; k < 4; ++k) {
        const float left = __shfl_up_sync(kAllLanes, mine[k], 1), right = __shfl_down_sync(kAllLanes, mine[k], 1);
        window[k] = lane == 0 ? beyond[k] : left;
        window[4 + k] = mine[k];
        window[8 + k] = lane == 31 ? beyond[k] : right;
    }
    const float4 quad = sums(window, FilterInConstant{});
    if (inside) store_quad<false>(out + 4 * q, quad);
    else store_part(out, q, quad, width);
}

void copy_filter(const Problem& p) { CUDA_CHECK(cudaMemcpyToSymbol(c_filter, p.h_filter, sizeof(c_filter))); }

void conv1d_basic(const Problem& p)
{
    conv1d_basic_kernel<<<ceil_div(p.width, kBlock), kBlock>>>(p.d_in, p.d_filter, p.d_out, p.width, kTaps);
    CUDA_CHECK(cudaGetLastError());
}

void conv1d_constant(const Problem& p)
{
    copy_filter(p);
    conv1d_constant_kernel<<<ceil_div(p.width, kBlock), kBlock>>>(p.d_in, p.d_out, p.width, kTaps);
    CUDA_CHECK(cudaGetLastError());
}

template <class Filter>
void launch_unrolled(const Problem& p, const Filter& filter)
{
    conv1d_unrolled_kernel<<<ceil_div(p.width, kBlock), kBlock>>>(p.d_in, p.d_out, p.width, filter);
    CUDA_CHECK(cudaGetLastError());
}

void conv1d_unrolled(const Problem& p)
{
    copy_filter(p);
    launch_unrolled(p, FilterInConstant{});
}

/// Arrays that begin between two multiples of 16 bytes are left to the rung without quads.
template <int kQuads, bool kStreaming, class Filter>
void launch_quads(const Problem& p, const Filter& filter)
{
    if (!quads_fit(p.d_in, p.d_out)) return launch_unrolled(p, filter);
    conv1d_quads_kernel<kQuads, kStreaming><<<ceil_div(ceil_div(p.width, 4), kBlock * kQuads), kBlock>>>(p.d_in, p.d_out, p.width, filter);
    CUDA_CHECK(cudaGetLastError());
}

template <int kQuads, bool kStreaming>
void conv1d_quads(const Problem& p)
{
    copy_filter(p);
    launch_quads<kQuads, kStreaming>(p, FilterInConstant{});
}

void conv1d_shuffled(const Problem& p)
{
    copy_filter(p);
    if (!quads_fit(p.d_in, p.d_out)) return launch_unrolled(p, FilterInConstant{});
    conv1d_shuffled_kernel<<<ceil_div(ceil_div(p.width, 4), kBlock), kBlock>>>(p.d_in, p.d_out, p.width);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace

void conv1d_argument(const Problem& p) { launch_quads<1, false>(p, FilterArgument<kTaps>::from(p.h_filter)); }

namespace {

constexpr Rung kRungs[] = {
    {"conv1d_basic", "", "an output a thread, the filter in global memory", conv1d_basic},
    {"conv1d_constant", "conv1d_basic", "the filter in constant memory", conv1d_constant},
    {"conv1d_unrolled", "conv1d_constant", "the filter's width known to the compiler", conv1d_unrolled},
    {"conv1d_tiled", "conv1d_unrolled", "each element loaded once a block, through shared memory", conv1d_design2<256>},
    {"conv1d_tiled_1024", "conv1d_tiled", "blocks of 1024 threads", conv1d_design2<1024>},
    {"conv1d_design1", "conv1d_tiled", "a thread for each output; some load twice", conv1d_design1<256>},
    {"conv1d_design1_1024", "conv1d_design1", "tiles of 1024", conv1d_design1<1024>},
    {"conv1d_design3", "conv1d_design1", "no halo in shared memory: it comes through the caches", conv1d_design3<256>},
    {"conv1d_design3_1024", "conv1d_design3", "tiles of 1024", conv1d_design3<1024>},
    {"conv1d_quads", "conv1d_unrolled", "four outputs a thread, loads and stores of 16 bytes, neighbours through L1", conv1d_quads<1, false>},
    {"conv1d_shuffled", "conv1d_quads", "neighbours by shuffle", conv1d_shuffled},
    {"conv1d_two_quads", "conv1d_quads", "twice four outputs a thread", conv1d_quads<2, false>},
    {"conv1d_four_quads", "conv1d_two_quads", "four times four outputs a thread", conv1d_quads<4, false>},
    {"conv1d_streaming", "conv1d_quads", "stores that ask not to be kept in the cache", conv1d_quads<1, true>},
    {"conv1d_bulk", "conv1d_argument", "bulk copies to shared memory, four pieces of 16 KB under way; blocks that stay", conv1d_bulk<1024, 4, 3>, 90},
    {"conv1d_bulk_8k", "conv1d_bulk", "two pieces of 8 KB, and more blocks", conv1d_bulk<512, 2, 8>, 90},
    {"conv1d_argument", "conv1d_quads", "the filter as an argument of the launch: no copy before it", conv1d_argument},
};

}  // namespace

std::span<const Rung> conv1d_rungs() { return kRungs; }

}  // namespace halo::ladder
