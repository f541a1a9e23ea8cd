// The three designs of labs 04 to 06: a block brings its piece of the input to shared memory and sums from there
//
//   in, out  [width]  float, global memory
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//
// They share out the work of loading in three ways, and each has the size of a block as its argument: the larger the block, the fewer
// elements are loaded twice, and the more threads wait for each other at its barrier.

#include "rungs.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"

namespace halo::ladder {

namespace {

constexpr int kRadius = 4, kTaps = 2 * kRadius + 1;

__constant__ float c_filter[kTaps];

/// One output, whose first product is with s_first[0].
__device__ float sum_from(const float* s_first)
{
    float sum = 0.0f;
#pragma unroll
    for (int d = 0; d < kTaps; ++d) sum += c_filter[d] * s_first[d];
    return sum;
}

// Design 1: a thread for each output of the tile, and the first 2R of them load twice.
template <int kBlock>
__global__ void conv1d_design1_kernel(const float* in, float* out, int width)
{
    constexpr int kPatch = kBlock + 2 * kRadius;
    __shared__ float s_tile[kPatch];
    const std::int64_t first = std::int64_t(blockIdx.x) * kBlock;
    const int tx = int(threadIdx.x);
    for (int t = tx; t < kPatch; t += kBlock) {
        const std::int64_t i = first + t - kRadius;
        s_tile[t] = i >= 0 && i < width ? in[i] : 0.0f;
    }
    __syncthreads();
    if (first + tx < width) out[first + tx] = sum_from(s_tile + tx);
}

// Design 2: a thread for each input of the tile, and 2R of them have no output.
template <int kBlock>
__global__ void conv1d_design2_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kBlock];
    constexpr int kTile = kBlock - 2 * kRadius;
    const int tx = int(threadIdx.x);
    const std::int64_t i = std::int64_t(blockIdx.x) * kTile + tx - kRadius;
    const bool in_input = i >= 0 && i < width;
    s_tile[tx] = in_input ? in[i] : 0.0f;
    __syncthreads();
    if (tx < kRadius || tx >= kRadius + kTile || !in_input) return;
    out[i] = sum_from(s_tile + tx - kRadius);
}

// Design 3: the tile has no halo. What an output at its edge lacks is in another block's tile, and probably in a cache.
template <int kBlock>
__global__ void conv1d_design3_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kBlock];
    const int tx = int(threadIdx.x);
    const std::int64_t i = std::int64_t(blockIdx.x) * kBlock + tx;
    if (i < width) s_tile[tx] = in[i];
    __syncthreads();
    if (i >= width) return;
    float sum = 0.0f;
#pragma unroll
    for (int d = -kRadius; d <= kRadius; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter[d + kRadius] * (tx + d >= 0 && tx + d < kBlock ? s_tile[tx + d] : in[i + d]);
    out[i] = sum;
}

void copy_filter(const Problem& p) { CUDA_CHECK(cudaMemcpyToSymbol(c_filter, p.h_filter, sizeof(c_filter))); }

}  // namespace

template <int kBlock>
void conv1d_design1(const Problem& p)
{
    copy_filter(p);
    conv1d_design1_kernel<kBlock><<<ceil_div(p.width, kBlock), kBlock>>>(p.d_in, p.d_out, p.width);
    CUDA_CHECK(cudaGetLastError());
}

template <int kBlock>
void conv1d_design2(const Problem& p)
{
    copy_filter(p);
    conv1d_design2_kernel<kBlock><<<ceil_div(p.width, kBlock - 2 * kRadius), kBlock>>>(p.d_in, p.d_out, p.width);
    CUDA_CHECK(cudaGetLastError());
}

template <int kBlock>
void conv1d_design3(const Problem& p)
{
    copy_filter(p);
    conv1d_design3_kernel<kBlock><<<ceil_div(p.width, kBlock), kBlock>>>(p.d_in, p.d_out, p.width);
    CUDA_CHECK(cudaGetLastError());
}

template void conv1d_design1<32>(const Problem&);
template void conv1d_design1<64>(const Problem&);
template void conv1d_design1<256>(const Problem&);
template void conv1d_design1<1024>(const Problem&);
template void conv1d_design2<32>(const Problem&);
template void conv1d_design2<64>(const Problem&);
template void conv1d_design2<256>(const Problem&);
template void conv1d_design2<1024>(const Problem&);
template void conv1d_design3<32>(const Problem&);
template void conv1d_design3<64>(const Problem&);
template void conv1d_design3<256>(const Problem&);
template void conv1d_design3<1024>(const Problem&);

}  // namespace halo::ladder
