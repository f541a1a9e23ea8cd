#pragma once
// Compares solutions of one kind on a GPU: they take turns on the same data, and every output is checked on the GPU
// against plain sums in double.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

#include "cuda/check.hpp"
#include "cuda/device_buffer.hpp"
#include "cuda/timer.hpp"

namespace halo::timed {

/// Element `i` of an input, which can be computed anywhere and need not be stored twice. 2^-10 · [-512, 511], by splitmix64, since
/// with a weaker generator sums could grow with their length. Inputs of one problem begin far apart.
__host__ __device__ inline float input_at(std::uint64_t i)
{
    i = (i + 1) * 0x9e3779b97f4a7c15ull;
    i = (i ^ i >> 30) * 0xbf58476d1ce4e5b9ull;
    i = (i ^ i >> 27) * 0x94d049bb133111ebull;
    return (float((i ^ i >> 31) & 1023) - 512.0f) / 1024.0f;
}

/// Element `i` of a filter, asymmetric.
__host__ __device__ inline float filter_at(int i) { return (1.0f + float(i * 7 % 11)) / 16.0f; }

inline std::vector<float> filter_of(int elements)
{
    std::vector<float> filter;
    for (int i = 0; i < elements; ++i) filter.push_back(filter_at(i));
    return filter;
}

/// Element `i` of the transpose of an input [height][width]. Exact: nothing is computed.
struct Transposed {
    std::uint64_t width, height;
    __device__ double operator()(std::uint64_t i) const { return input_at(i % height * width + i / height); }
};

static __global__ void fill_kernel(float* data, std::uint64_t n, std::uint64_t begin)
{
    for (std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; i < n; i += std::uint64_t(gridDim.x) * blockDim.x)
        data[i] = input_at(begin + i);
}

inline void fill(float* d_data, std::uint64_t n, std::uint64_t begin = 0)
{
    fill_kernel<<<4096, 256>>>(d_data, n, begin);
    CUDA_CHECK(cudaGetLastError());
}

/// Counts elements that differ by more than `most`, or are NaN. `want(i)` is computed on the GPU.
template <class Want>
__global__ void count_wrong_kernel(const float* got, std::uint64_t n, Want want, double most, unsigned long long* wrong)
{
    for (std::uint64_t i = blockIdx.x * std::uint64_t(blockDim.x) + threadIdx.x; i < n; i += std::uint64_t(gridDim.x) * blockDim.x)
        if (!(fabs(double(got[i]) - want(i)) <= most)) atomicAdd(wrong, 1ull);
}

template <class Want>
std::uint64_t count_wrong(const float* d_got, std::uint64_t n, Want want, double most)
{
    unsigned long long* wrong = nullptr;
    CUDA_CHECK(cudaMallocManaged(&wrong, sizeof *wrong));
    *wrong = 0;
    count_wrong_kernel<<<4096, 256>>>(d_got, n, want, most, wrong);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    const std::uint64_t count = *wrong;
    CUDA_CHECK(cudaFree(wrong));
    return count;
}

/// The whole `call` is timed, including its copies and waits.
struct Entry {
    std::string name;
    std::function<void()> call;
    std::function<std::uint64_t()> wrong;   ///< elements of its output; empty: nothing to check
};

/// Prints a line for each entry: name, size, min and median in ms, spread (the middle half, relative to the median), time
/// relative to the first entry's in the same round (median), wrong elements. Returns whether everything is right.
inline bool contest(const std::string& size, const std::vector<Entry>& entries, int rounds = 21)
{
    bool fine = true;
    std::vector<std::vector<float>> times(entries.size());
    std::vector<std::uint64_t> wrong(entries.size(), 0);
    EventTimer timer;
    for (std::size_t e = 0; e < entries.size(); ++e) {
        entries[e].call();   // not timed: loads code and warms caches
        if (entries[e].wrong) wrong[e] = entries[e].wrong();
        fine &= wrong[e] == 0;
    }
    for (int round = 0; round < rounds; ++round)
        for (std::size_t e = 0; e < entries.size(); ++e) {
            timer.start();
            entries[e].call();
            times[e].push_back(timer.ms());
        }
    for (std::size_t e = 0; e < entries.size(); ++e) {
        std::vector<float> sorted = times[e], parts;
        for (int round = 0; round < rounds; ++round) parts.push_back(times[e][round] / times[0][round]);
        std::sort(sorted.begin(), sorted.end());
        std::sort(parts.begin(), parts.end());
        const auto at = [&](const std::vector<float>& all, double part) { return all[std::size_t(part * double(all.size() - 1))]; };
        std::printf("%s\t%s\t%.4f\t%.4f\t%.3f\t%.3f\t%llu\n", entries[e].name.c_str(), size.c_str(), sorted.front(), at(sorted, 0.5),
                    (at(sorted, 0.75) - at(sorted, 0.25)) / at(sorted, 0.5), at(parts, 0.5), static_cast<unsigned long long>(wrong[e]));
    }
    std::fflush(stdout);
    return fine;
}

/// The copy that all are compared with: reads `bytes`, writes `bytes`.
inline Entry copy_of(void* d_to, const void* d_from, std::size_t bytes)
{
    return {"cudaMemcpy, device to device", [=] { CUDA_CHECK(cudaMemcpy(d_to, d_from, bytes, cudaMemcpyDeviceToDevice)); }, {}};
}

}  // namespace halo::timed
