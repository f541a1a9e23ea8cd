// with: 02_conv1d_basic/conv1d_basic.cu
// The solution of lab 02. It takes host pointers and makes the copies itself.

#include "conv1d_basic.hpp"

#include <vector>

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"
#include "cuda/check.hpp"

using measure::Arrays;

/// Also copies the result to `out`, which run() hashes.
void solve(const Arrays& a, int width, int filter_width)
{
    const std::vector<float> in = measure::small_numbers(width), filter = measure::small_numbers(filter_width);
    std::vector<float> out(width);
    conv1d_basic(in.data(), filter.data(), out.data(), width, filter_width);
    CUDA_CHECK(cudaMemcpy(a.out, out.data(), out.size() * sizeof(float), cudaMemcpyHostToDevice));
}

int main(int argc, char** argv)
{
    return measure::run(argc, argv, {
        {"conv1d_basic_filter_5",       [](const Arrays& a) { solve(a, 10'013, 5); }},
        {"conv1d_basic_filter_31",      [](const Arrays& a) { solve(a, 4'100, 31); }},
        {"conv1d_basic_wider_filter",   [](const Arrays& a) { solve(a, 100, 255); }},
    });
}
