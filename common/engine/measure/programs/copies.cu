// Copies: how element type, stride and alignment decide the sectors of a request.

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

struct Rgb {
    float r, g, b;
};

struct Complex {
    float re, im;
};
struct Plane {
    float a, b, c, d;
};
struct Particle {
    float x, y, z, vx, vy, vz;
};
struct Pixel {
    unsigned char r, g, b;
};

template <class T>
__global__ void copy(const T* in, T* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i];
}

template <class T>
__global__ void load_strided(const T* in, T* out, int n, int stride)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i * stride];
}

template <class T>
__global__ void load_from(const T* in, T* out, int n, int first)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i + first];
}

template <class T>
__global__ void store_from(const T* in, T* out, int n, int first, int stride)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i * stride + first] = in[i];
}

__global__ void copy_members(const Rgb* in, Rgb* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    out[i].r = in[i].r;
    out[i].g = in[i].g;
    out[i].b = in[i].b;
}

__global__ void copy_read_only(const float* __restrict__ in, float* __restrict__ out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = __ldg(in + i);
}

__global__ void copy_grid_stride(const float* in, float* out, int n)
{
    for (int i = int(blockIdx.x * blockDim.x + threadIdx.x); i < n; i += int(gridDim.x * blockDim.x)) out[i] = in[i];
}

/// Each thread copies `kRun` neighbours one after another: what a CPU programmer writes first.
constexpr int kRun = 8;
__global__ void copy_runs(const float* in, float* out, int n)
{
    const int first = int(blockIdx.x * blockDim.x + threadIdx.x) * kRun;
    for (int k = 0; k < kRun; ++k)
        if (first + k < n) out[first + k] = in[first + k];
}

template <class T>
const T* as(const Arrays& a)
{
    return reinterpret_cast<const T*>(a.in);
}

template <class T>
T* out_as(const Arrays& a)
{
    return reinterpret_cast<T*>(a.out);
}

int main(int argc, char** argv)
{
    constexpr int n = 10'013;                           // 39 blocks of 256 and 29 threads: a partial last warp
    constexpr int kBlock = 256, kBlocks = (n + kBlock - 1) / kBlock;
    return measure::run(argc, argv, {
        {"copy",                 [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(a.in, a.out, n); }},
        {"copy_char",            [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<char>(a), out_as<char>(a), n); }},
        {"copy_short",           [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<short>(a), out_as<short>(a), n); }},
        {"copy_double",          [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<double>(a), out_as<double>(a), n); }},
        {"copy_float2",          [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<float2>(a), out_as<float2>(a), n); }},
        {"copy_float3",          [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<float3>(a), out_as<float3>(a), n); }},
        {"copy_float4",          [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<float4>(a), out_as<float4>(a), n); }},
        {"copy_char4",           [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<char4>(a), out_as<char4>(a), n); }},
        {"copy_struct_12_bytes", [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<Rgb>(a), out_as<Rgb>(a), n); }},
        {"copy_struct_8_bytes",  [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<Complex>(a), out_as<Complex>(a), n); }},
        {"copy_struct_16_bytes", [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<Plane>(a), out_as<Plane>(a), n); }},
        {"copy_struct_24_bytes", [](const Arrays& a) { copy<<<16, kBlock>>>(as<Particle>(a), out_as<Particle>(a), 4001); }},
        {"copy_struct_3_bytes",  [](const Arrays& a) { copy<<<kBlocks, kBlock>>>(as<Pixel>(a), out_as<Pixel>(a), n); }},
        {"copy_double3",         [](const Arrays& a) { copy<<<16, kBlock>>>(as<double3>(a), out_as<double3>(a), 4001); }},
        {"copy_struct_members",  [](const Arrays& a) { copy_members<<<kBlocks, kBlock>>>(as<Rgb>(a), out_as<Rgb>(a), n); }},
        {"copy_read_only",       [](const Arrays& a) { copy_read_only<<<kBlocks, kBlock>>>(a.in, a.out, n); }},
        {"copy_grid_stride",     [](const Arrays& a) { copy_grid_stride<<<7, kBlock>>>(a.in, a.out, n); }},
        {"copy_runs",            [](const Arrays& a) { copy_runs<<<5, kBlock>>>(a.in, a.out, n); }},
        {"load_strided_2",       [](const Arrays& a) { load_strided<<<kBlocks, kBlock>>>(a.in, a.out, n, 2); }},
        {"load_strided_4",       [](const Arrays& a) { load_strided<<<kBlocks, kBlock>>>(a.in, a.out, n, 4); }},
        {"load_strided_8",       [](const Arrays& a) { load_strided<<<kBlocks, kBlock>>>(a.in, a.out, n, 8); }},
        {"load_strided_32",      [](const Arrays& a) { load_strided<<<16, kBlock>>>(a.in, a.out, 4001, 32); }},
        {"load_strided_float4",  [](const Arrays& a) { load_strided<<<16, kBlock>>>(as<float4>(a), out_as<float4>(a), 4001, 3); }},
        {"load_misaligned_1",    [](const Arrays& a) { load_from<<<kBlocks, kBlock>>>(a.in, a.out, n, 1); }},
        {"load_misaligned_2",    [](const Arrays& a) { load_from<<<kBlocks, kBlock>>>(a.in, a.out, n, 2); }},
        {"load_misaligned_7",    [](const Arrays& a) { load_from<<<kBlocks, kBlock>>>(a.in, a.out, n, 7); }},
        {"load_misaligned_float4", [](const Arrays& a) { load_from<<<kBlocks, kBlock>>>(as<float4>(a), out_as<float4>(a), n, 1); }},
        {"load_misaligned_double", [](const Arrays& a) { load_from<<<kBlocks, kBlock>>>(as<double>(a), out_as<double>(a), n, 3); }},
        {"store_misaligned_1",   [](const Arrays& a) { store_from<<<kBlocks, kBlock>>>(a.in, a.out, n, 1, 1); }},
        {"store_misaligned_float4", [](const Arrays& a) { store_from<<<kBlocks, kBlock>>>(as<float4>(a), out_as<float4>(a), n, 1, 1); }},
        {"store_strided_4",      [](const Arrays& a) { store_from<<<kBlocks, kBlock>>>(a.in, a.out, n, 0, 4); }},
        {"store_strided_char_3", [](const Arrays& a) { store_from<<<kBlocks, kBlock>>>(as<char>(a), out_as<char>(a), n, 0, 3); }},
    });
}
