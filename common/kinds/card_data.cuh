#pragma once
// Inputs that are made on a card and can be made again anywhere, and the count of outputs that differ.

#include <cmath>
#include <cstdint>
#include <vector>

#include "cuda/check.hpp"

namespace halo::lab::card {

/// Element `i` of an input, 2^-10 · [-512, 511]: sums of a few hundred products are exact in double. By splitmix64, since with a weaker generator
/// sums could grow with their length.
__host__ __device__ inline float input_at(std::uint64_t seed, std::uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15ull + seed;
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9ull;
    i = (i ^ i >> 27) * 0x94d049bb133111ebull;
    return (float((i ^ i >> 31) & 1023) - 512.0f) / 1024.0f;
}

/// A filter that is not symmetric, from 1/16 to 1, with another weight at each place for each seed.
inline std::vector<float> filter_of(std::size_t elements, std::uint64_t seed)
{
    std::vector<float> filter;
    for (std::size_t i = 0; i < elements; ++i) filter.push_back((input_at(seed, i) + 0.5f) * 0.9375f + 0.0625f);
    return filter;
}

inline constexpr unsigned kBlocks = 4096, kThreads = 256;       // enough for every card; each thread takes elements in turns

template <class Visit>
__device__ void for_each_element(std::uint64_t n, Visit visit)
{
    for (std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; i < n; i += std::uint64_t(gridDim.x) * blockDim.x) visit(i);
}

static __global__ void fill_kernel(float* data, std::uint64_t n, std::uint64_t seed)
{
    for_each_element(n, [=](std::uint64_t i) { data[i] = input_at(seed, i); });
}

inline void fill(float* d_data, std::uint64_t n, std::uint64_t seed)
{
    fill_kernel<<<kBlocks, kThreads>>>(d_data, n, seed);
    CUDA_CHECK(cudaGetLastError());
}

/// Every element a NaN.
inline void poison(float* d_data, std::uint64_t n) { CUDA_CHECK(cudaMemset(d_data, 0xff, n * sizeof(float))); }

template <class Want>
__global__ void count_wrong_kernel(const float* got, std::uint64_t n, Want want, double most, unsigned long long* wrong)
{
    for_each_element(n, [=](std::uint64_t i) {
        if (!(fabs(double(got[i]) - want(i)) <= most)) atomicAdd(wrong, 1ull);
    });
}

/// Counts elements that differ from `want(i)`, computed on the device, by more than `most`, or are NaN.
template <class Want>
std::uint64_t count_wrong(const float* d_got, std::uint64_t n, Want want, double most)
{
    unsigned long long wrong = 0, *d_wrong = nullptr;
    CUDA_CHECK(cudaMalloc(&d_wrong, sizeof wrong));
    CUDA_CHECK(cudaMemset(d_wrong, 0, sizeof wrong));
    count_wrong_kernel<<<kBlocks, kThreads>>>(d_got, n, want, most, d_wrong);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaMemcpy(&wrong, d_wrong, sizeof wrong, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_wrong));
    return wrong;
}

/// What float rounding alone can explain for a sum of `products` products of weights up to 1 and inputs up to 1/2.
inline double rounding_of(std::size_t products) { return double(products) * double(products) * 0.5 * std::ldexp(1.0, -24); }

}  // namespace halo::lab::card
