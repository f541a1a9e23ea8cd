// Shared memory: banks, broadcasts, wide elements.

#include <cuda_runtime.h>

#include <vector>

#include "engine/measure/launches.hpp"
#include "cuda/device_buffer.hpp"

using measure::Arrays;

constexpr int kBlock = 128, kWords = 4096;

/// Thread t reads word t · kStride.
template <int kStride>
__global__ void load_strided(const float* in, float* out)
{
    __shared__ float s_words[kWords];
    const int tx = int(threadIdx.x);
    for (int i = tx; i < kWords; i += kBlock) s_words[i] = in[i];
    __syncthreads();
    out[blockIdx.x * kBlock + tx] = s_words[tx * kStride];
}

template <int kStride>
__global__ void store_strided(const float* in, float* out)
{
    __shared__ float s_words[kWords];
    const int tx = int(threadIdx.x);
    s_words[tx * kStride] = in[blockIdx.x * kBlock + tx];
    __syncthreads();
    out[blockIdx.x * kBlock + tx] = s_words[(kBlock - 1 - tx) * kStride];
}

/// Measures a load of element `index[t]` of type T; a lane with a negative index does not load. The elements are stored
/// word by word, without a conflict.
template <class T>
__global__ void load_by_index(const float* in, const int* index, float* out)
{
    __shared__ T s_elements[1024];
    constexpr int kBytes = int(sizeof(s_elements)), kWordsHere = kBytes / 4;
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kBlock + tx;
    for (int w = tx; w < kWordsHere; w += kBlock) reinterpret_cast<float*>(s_elements)[w] = in[w];
    __syncthreads();
    const int mine = index[i];
    if (mine < 0) return;
    reinterpret_cast<T*>(out)[i] = s_elements[mine];
}

template <class T>
__global__ void store_by_index(const float* in, const int* index, float* out)
{
    __shared__ T s_elements[1024];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kBlock + tx;
    const int mine = index[i];
    if (mine >= 0) s_elements[mine] = reinterpret_cast<const T*>(in)[i];
    __syncthreads();
    if (mine >= 0) reinterpret_cast<T*>(out)[i] = s_elements[mine];
}

constexpr int kTile = 32, kRows = 8;

/// Without padding, each column of the tile is in one bank.
template <int kPadding>
__global__ void transpose_tiled(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kTile][kTile + kPadding];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    int x = int(blockIdx.x) * kTile + tx, y = int(blockIdx.y) * kTile + ty;
    for (int row = 0; row < kTile; row += kRows)
        if (x < width && y + row < height) s_tile[ty + row][tx] = in[(y + row) * width + x];
    __syncthreads();
    x = int(blockIdx.y) * kTile + tx;
    y = int(blockIdx.x) * kTile + ty;
    for (int row = 0; row < kTile; row += kRows)
        if (x < height && y + row < width) out[(y + row) * height + x] = s_tile[tx][ty + row];
}

/// Two tree reductions: the stride between active threads grows; the active threads stay contiguous.
__global__ void reduce_interleaved(const float* in, float* out)
{
    __shared__ float s_sum[256];
    const int tx = int(threadIdx.x);
    s_sum[tx] = in[blockIdx.x * 256 + tx];
    __syncthreads();
    for (int stride = 1; stride < 256; stride *= 2) {
        const int i = 2 * stride * tx;
        if (i < 256) s_sum[i] += s_sum[i + stride];
        __syncthreads();
    }
    if (tx == 0) out[blockIdx.x] = s_sum[0];
}

__global__ void reduce_sequential(const float* in, float* out)
{
    __shared__ float s_sum[256];
    const int tx = int(threadIdx.x);
    s_sum[tx] = in[blockIdx.x * 256 + tx];
    __syncthreads();
    for (int stride = 128; stride > 0; stride /= 2) {
        if (tx < stride) s_sum[tx] += s_sum[tx + stride];
        __syncthreads();
    }
    if (tx == 0) out[blockIdx.x] = s_sum[0];
}

constexpr int kIndexBlocks = 16;

template <class Index>
halo::DeviceBuffer<int> indices(Index index)
{
    std::vector<int> host(kIndexBlocks * kBlock);
    for (int i = 0; i < int(host.size()); ++i) host[i] = index(i);
    halo::DeviceBuffer<int> out(host.size(), "index");
    out.upload(host);
    return out;
}

/// A launch for each pattern of indices; element i of the grid loads index(i) of 1024.
template <class T, class Index>
measure::Launch loads(const char* name, Index index)
{
    return {name, [index](const Arrays& a) {
                const halo::DeviceBuffer<int> of_lanes = indices(index);
                load_by_index<T><<<kIndexBlocks, kBlock>>>(a.in, of_lanes.data(), a.out);
                CUDA_CHECK(cudaDeviceSynchronize());
            }};
}

template <class T, class Index>
measure::Launch stores(const char* name, Index index)
{
    return {name, [index](const Arrays& a) {
                const halo::DeviceBuffer<int> of_lanes = indices(index);
                store_by_index<T><<<kIndexBlocks, kBlock>>>(a.in, of_lanes.data(), a.out);
                CUDA_CHECK(cudaDeviceSynchronize());
            }};
}

/// Numbers from 0 to 1023 without a pattern, the same on every machine.
int scattered(int i)
{
    unsigned x = unsigned(i) + 1;
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return int((x ^ (x >> 16)) % 1024);
}

int main(int argc, char** argv)
{
    const auto own       = [](int i) { return i % kBlock; };
    const auto same      = [](int) { return 5; };
    const auto pairs     = [](int i) { return i % kBlock / 2; };
    const auto fours     = [](int i) { return i % kBlock / 4; };
    const auto halves    = [](int i) { return i % 16; };
    const auto quarters  = [](int i) { return i % 8; };
    const auto other     = [](int i) { return i % 2 * 32; };
    const auto twice     = [](int i) { return i % kBlock * 2; };
    const auto eightfold = [](int i) { return i % kBlock * 8; };
    const auto backwards = [](int i) { return kBlock - 1 - i % kBlock; };
    const auto low_half  = [](int i) { return i % 32 < 16 ? i % kBlock : -1; };
    const auto even      = [](int i) { return i % 2 == 0 ? i % kBlock : -1; };
    const auto few       = [](int i) { return scattered(i + 5000) % 8 == 0 ? scattered(i) : -1; };
    const auto by_pairs  = [](int i) { return scattered(i / 2); };             // lanes i and i ^ 1: one element
    const auto crosswise = [](int i) { return scattered(i / 4 * 2 + i % 2); };  // lanes i and i ^ 2
    const auto mixed     = [=](int i) { return i % 32 < 16 ? by_pairs(i) : crosswise(i); };
    const auto distinct  = [](int i) { return i % kBlock * 77 % 1024; };        // a store's lanes must not hit the same element
    const auto apart     = [](int i) { return i % kBlock * 8 + scattered(i) % 8; };
    const auto few_apart = [=](int i) { return scattered(i + 5000) % 8 == 0 ? apart(i) : -1; };
    return measure::run(argc, argv, {
        {"shared_load_strided_1",  [](const Arrays& a) { load_strided<1><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_load_strided_2",  [](const Arrays& a) { load_strided<2><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_load_strided_3",  [](const Arrays& a) { load_strided<3><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_load_strided_4",  [](const Arrays& a) { load_strided<4><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_load_strided_8",  [](const Arrays& a) { load_strided<8><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_load_strided_16", [](const Arrays& a) { load_strided<16><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_load_strided_32", [](const Arrays& a) { load_strided<32><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_load_broadcast",  [](const Arrays& a) { load_strided<0><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_store_strided_2", [](const Arrays& a) { store_strided<2><<<20, kBlock>>>(a.in, a.out); }},
        {"shared_store_strided_32", [](const Arrays& a) { store_strided<32><<<20, kBlock>>>(a.in, a.out); }},
        {"transpose_unpadded", [](const Arrays& a) { transpose_tiled<0><<<dim3(5, 4), dim3(kTile, kRows)>>>(a.in, a.out, 150, 101); }},
        {"transpose_padded",   [](const Arrays& a) { transpose_tiled<1><<<dim3(5, 4), dim3(kTile, kRows)>>>(a.in, a.out, 150, 101); }},
        {"reduce_interleaved", [](const Arrays& a) { reduce_interleaved<<<20, 256>>>(a.in, a.out); }},
        {"reduce_sequential",  [](const Arrays& a) { reduce_sequential<<<20, 256>>>(a.in, a.out); }},

        loads<char>("shared_char_own", own),
        loads<char>("shared_char_scattered", scattered),
        loads<short>("shared_short_own", own),
        loads<short>("shared_short_scattered", scattered),
        loads<float>("shared_float_scattered", scattered),
        loads<float>("shared_float_two_in_a_bank", other),

        loads<float2>("shared_float2_own", own),
        loads<float2>("shared_float2_same", same),
        loads<float2>("shared_float2_pairs", pairs),
        loads<float2>("shared_float2_halves", halves),
        loads<float2>("shared_float2_two_in_a_bank", other),
        loads<float2>("shared_float2_strided_2", twice),
        loads<float2>("shared_float2_strided_8", eightfold),
        loads<float2>("shared_float2_backwards", backwards),
        loads<float2>("shared_float2_low_half", low_half),
        loads<float2>("shared_float2_even_lanes", even),
        loads<float2>("shared_float2_scattered", scattered),
        loads<float2>("shared_float2_few_lanes", few),
        loads<float2>("shared_float2_by_pairs", by_pairs),
        loads<float2>("shared_float2_crosswise", crosswise),
        loads<float2>("shared_float2_mixed", mixed),
        loads<double>("shared_double_own", own),
        loads<double>("shared_double_scattered", scattered),

        loads<float3>("shared_float3_own", own),
        loads<float3>("shared_float3_scattered", scattered),

        loads<float4>("shared_float4_own", own),
        loads<float4>("shared_float4_same", same),
        loads<float4>("shared_float4_pairs", pairs),
        loads<float4>("shared_float4_fours", fours),
        loads<float4>("shared_float4_halves", halves),
        loads<float4>("shared_float4_quarters", quarters),
        loads<float4>("shared_float4_two_in_a_bank", other),
        loads<float4>("shared_float4_strided_2", twice),
        loads<float4>("shared_float4_strided_8", eightfold),
        loads<float4>("shared_float4_backwards", backwards),
        loads<float4>("shared_float4_low_half", low_half),
        loads<float4>("shared_float4_even_lanes", even),
        loads<float4>("shared_float4_scattered", scattered),
        loads<float4>("shared_float4_few_lanes", few),
        loads<float4>("shared_float4_by_pairs", by_pairs),
        loads<float4>("shared_float4_crosswise", crosswise),
        loads<float4>("shared_float4_mixed", mixed),

        stores<float>("shared_store_float_distinct", distinct),
        stores<float2>("shared_store_float2_own", own),
        stores<float2>("shared_store_float2_distinct", distinct),
        stores<float2>("shared_store_float2_even_lanes", even),
        stores<float2>("shared_store_float2_apart", apart),
        stores<float2>("shared_store_float2_few_lanes", few_apart),
        stores<float4>("shared_store_float4_own", own),
        stores<float4>("shared_store_float4_distinct", distinct),
        stores<float4>("shared_store_float4_even_lanes", even),
        stores<float4>("shared_store_float4_apart", apart),
        stores<float4>("shared_store_float4_few_lanes", few_apart),
    });
}
