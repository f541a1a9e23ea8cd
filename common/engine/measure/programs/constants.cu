// Constant memory: one address for a whole warp, and several.

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"
#include "cuda/check.hpp"

using measure::Arrays;

constexpr int kWords = 64;
__constant__ float c_words[kWords];

/// Lane l reads word l / kLanes.
template <int kLanes>
__global__ void constant_by_lane(float* out)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = c_words[int(threadIdx.x) % 32 / kLanes];
}

__global__ void constant_by_index(const int* order, float* out)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = c_words[order[i] % kWords];
}

__global__ void constant_by_turn(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    float sum = 0.0f;
    for (int k = 0; k < n; ++k) sum += c_words[k] * in[k + i];
    out[i] = sum;
}

void fill_words() { CUDA_CHECK(cudaMemcpyToSymbol(c_words, measure::small_numbers(kWords).data(), sizeof(c_words))); }

int main(int argc, char** argv)
{
    fill_words();
    return measure::run(argc, argv, {
        {"constant_one_word",    [](const Arrays& a) { constant_by_lane<32><<<20, 256>>>(a.out); }},
        {"constant_four_words",  [](const Arrays& a) { constant_by_lane<8><<<20, 256>>>(a.out); }},
        {"constant_each_lane",   [](const Arrays& a) { constant_by_lane<1><<<20, 256>>>(a.out); }},
        {"constant_by_index",    [](const Arrays& a) { constant_by_index<<<20, 256>>>(a.order, a.out); }},
        {"constant_by_turn",     [](const Arrays& a) { constant_by_turn<<<20, 256>>>(a.in, a.out, 9); }},
    });
}
