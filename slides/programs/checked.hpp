#pragma once
// What each program of the lectures needs besides its kernels: numbers that depend on their place, arrays on the device, a comparison.

#include <cmath>
#include <cstdio>
#include <exception>
#include <vector>

#include <cuda_runtime.h>

#include "cuda/check.hpp"

#ifdef COUNT_LOADS      // on the CPU engine
#include "engine/engine.hpp"
#endif

/// Whole numbers from -16 to 15 in no order: a wrong place shows, and sums of their products are exact in a float.
inline std::vector<float> numbers(int count, unsigned seed)
{
    std::vector<float> out(count);
    for (unsigned i = 0; i < out.size(); ++i) out[i] = float(int(((i + 1) * 2654435761u + seed * 40503u) >> 27) - 16);
    return out;
}

/// An array on the device: with these numbers, or with NaN, which shows what is never stored.
inline float* on_device(const std::vector<float>& h_values)
{
    float* d_values = nullptr;
    CUDA_CHECK(cudaMalloc(&d_values, h_values.size() * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_values, h_values.data(), h_values.size() * sizeof(float), cudaMemcpyHostToDevice));
    return d_values;
}
inline float* on_device(int count) { return on_device(std::vector<float>(count, NAN)); }

inline std::vector<float> from_device(const float* d_values, int count)
{
    std::vector<float> h_values(count);
    CUDA_CHECK(cudaMemcpy(h_values.data(), d_values, h_values.size() * sizeof(float), cudaMemcpyDeviceToHost));
    return h_values;
}

/// Whether all values are the same; says which one is not. A row has `width` values.
inline bool same(const char* what, const std::vector<float>& got, const std::vector<float>& want, int width)
{
    for (std::size_t i = 0; i < want.size(); ++i)
        if (!(got[i] == want[i])) {
            std::printf("%s: [%zu][%zu] is %g, expected %g\n", what, i / width, i % width, got[i], want[i]);
            return false;
        }
    return true;
}

/// A line for the test that compares counts with the closed form; on a card nothing is counted.
inline void print_loads([[maybe_unused]] const char* kernel, [[maybe_unused]] int rows, [[maybe_unused]] int inner, [[maybe_unused]] int columns)
{
#ifdef COUNT_LOADS
    const auto counted = halo::engine::counters();
    std::printf("%s\t%d\t%d\t%d\t%llu\t%llu\n", kernel, rows, inner, columns, static_cast<unsigned long long>(counted.global_loads),
                static_cast<unsigned long long>(counted.shared_loads));
    halo::engine::reset_watchers();
#endif
}

/// The end of each main: a refused call, too, is a failure that says why.
template <class Cases>
int run(Cases cases)
try {
    const bool right = cases();
    std::puts(right ? "right" : "wrong");
    return right ? 0 : 1;
} catch (const std::exception& fault) {
    std::puts(fault.what());
    return 1;
}
