#pragma once
// What every program of the exam does around its kernel: an input of n elements there, the output back.

#include <vector>

#include "cuda/check.hpp"

inline std::vector<float> ramp(int n)
{
    std::vector<float> values(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) values[std::size_t(i)] = float(i % 97) + 1.0f;
    return values;
}

/// `launch` gets device pointers to an input and an output of n elements. The exit code is 0 if the output is `expected`.
template <class Launch, class Expected>
int run(int n, Launch launch, Expected expected)
{
    const std::vector<float> h_in = ramp(n);
    std::vector<float> h_out(h_in.size());
    const std::size_t bytes = h_in.size() * sizeof(float);
    float *d_in = nullptr, *d_out = nullptr;
    CUDA_CHECK(cudaMalloc(&d_in, bytes));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    CUDA_CHECK(cudaMemcpy(d_in, h_in.data(), bytes, cudaMemcpyHostToDevice));
    launch(d_in, d_out);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_out.data(), d_out, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
    for (int i = 0; i < n; ++i)
        if (h_out[std::size_t(i)] != expected(h_in, i)) return 1;
    return 0;
}
