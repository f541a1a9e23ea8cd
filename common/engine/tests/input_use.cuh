#pragma once
// What the tests of inputs have in common: kernels that triple, and the question.

#include "engine/inputs.hpp"

namespace {

constexpr int kCount = 1000, kThreads = 128, kBlocks = (kCount + kThreads - 1) / kThreads;

__global__ void triple(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = 3 * in[i];
}
__global__ void add_one(float* data, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) data[i] += 1;
}

inline halo::InputUse use() { return halo::engine::input_use(); }

}  // namespace
