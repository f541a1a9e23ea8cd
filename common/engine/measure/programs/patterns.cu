// Which elements a warp accesses: one, two, a column, a permutation; and blocks whose warps span rows or are partial.

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

__global__ void broadcast(const float* in, const int* order, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[order[i / 32]];              // all lanes: one address
}

__global__ void two_addresses(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i % 2 == 0 ? 100 : 5000];
}

__global__ void gather(const float* in, const int* order, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[order[i]];
}

__global__ void gather_float4(const float4* in, const int* order, float4* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[order[i] % n];
}

__global__ void scatter(const float* in, const int* order, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[order[i]] = in[i];
}

/// One thread per row, which walks along it: a warp reads a column at each step.
__global__ void sum_of_rows(const float* in, float* out, int width, int height)
{
    const int y = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (y >= height) return;
    float sum = 0.0f;
    for (int x = 0; x < width; ++x) sum += in[y * width + x];
    out[y] = sum;
}

__global__ void sum_of_columns(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x >= width) return;
    float sum = 0.0f;
    for (int y = 0; y < height; ++y) sum += in[y * width + x];
    out[x] = sum;
}

__global__ void transpose_naive(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < width && y < height) out[x * height + y] = in[y * width + x];
}

__global__ void copy_2d(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = int(blockIdx.y * blockDim.y + threadIdx.y);
    if (x < width && y < height) out[y * width + x] = in[y * width + x];
}

__global__ void copy_3d(const float* in, float* out, int width, int height)
{
    const int x = int(threadIdx.x), y = int(blockIdx.y * blockDim.y + threadIdx.y);
    const int z = int(blockIdx.z * blockDim.z + threadIdx.z);
    out[(z * height + y) * width + x] = in[(z * height + y) * width + x];
}

__global__ void copy_1d(const float* in, float* out)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = in[i];
}

int main(int argc, char** argv)
{
    constexpr int n = 10'013, kBlock = 256, kBlocks = (n + kBlock - 1) / kBlock;
    return measure::run(argc, argv, {
        {"broadcast",        [](const Arrays& a) { broadcast<<<kBlocks, kBlock>>>(a.in, a.order, a.out, n); }},
        {"two_addresses",    [](const Arrays& a) { two_addresses<<<kBlocks, kBlock>>>(a.in, a.out, n); }},
        {"gather",           [](const Arrays& a) { gather<<<kBlocks, kBlock>>>(a.in, a.order, a.out, n); }},
        {"gather_float4",    [](const Arrays& a) {
            gather_float4<<<kBlocks, kBlock>>>(reinterpret_cast<const float4*>(a.in), a.order, reinterpret_cast<float4*>(a.out), n);
        }},
        {"scatter",          [](const Arrays& a) { scatter<<<kBlocks, kBlock>>>(a.in, a.order, a.out, n); }},
        {"sum_of_rows",      [](const Arrays& a) { sum_of_rows<<<3, 128>>>(a.in, a.out, 101, 333); }},
        {"sum_of_columns",   [](const Arrays& a) { sum_of_columns<<<3, 128>>>(a.in, a.out, 333, 101); }},
        {"transpose_naive",  [](const Arrays& a) { transpose_naive<<<dim3(5, 13), dim3(32, 8)>>>(a.in, a.out, 150, 101); }},
        {"copy_2d_16x16",    [](const Arrays& a) { copy_2d<<<dim3(10, 7), dim3(16, 16)>>>(a.in, a.out, 150, 101); }},
        {"copy_2d_20x20",    [](const Arrays& a) { copy_2d<<<dim3(8, 6), dim3(20, 20)>>>(a.in, a.out, 150, 101); }},
        {"copy_2d_8x4_rows", [](const Arrays& a) { copy_2d<<<dim3(19, 26), dim3(8, 4)>>>(a.in, a.out, 150, 101); }},
        {"copy_3d_5x3x3",    [](const Arrays& a) { copy_3d<<<dim3(1, 8, 8), dim3(5, 3, 3)>>>(a.in, a.out, 5, 24); }},
        {"copy_block_48",    [](const Arrays& a) { copy_1d<<<50, 48>>>(a.in, a.out); }},
        {"copy_block_33",    [](const Arrays& a) { copy_1d<<<50, 33>>>(a.in, a.out); }},
        {"copy_block_1",     [](const Arrays& a) { copy_1d<<<50, 1>>>(a.in, a.out); }},
        {"copy_block_1000",  [](const Arrays& a) { copy_1d<<<9, 1000>>>(a.in, a.out); }},
    });
}
