#pragma once
// What the tests of recorded stores and blocks have in common: a tiled convolution whose lines are known, and arrays.
// Only .cu files are translated: what launches, or has shared or constant memory, is in recorded.cu.
// In a namespace of its own: variables in those of halo are the engine's, and no kernel's.

#include <doctest/doctest.h>

#include <cstddef>

namespace recorded {

constexpr int kTile = 64, kRadius = 1, kWidth = 2 * kRadius + 1, kCount = 200;
extern const int kTileLine, kBarrierLine, kSumLine, kStoreLine;     // of conv1d_tiled, in recorded.cu

/// conv1d_tiled of `d_in` [kCount], which holds 1, 2, 3 …, with the filter 1, 2, 4, in blocks of kTile. Its end ends the recording.
struct Convolution {
    Convolution();
    ~Convolution();
    void run();
    float *d_in = nullptr, *d_out = nullptr;
};

template <class T>
struct Device {
    explicit Device(std::size_t count) { REQUIRE(cudaMalloc(&d_data, count * sizeof(T)) == cudaSuccess); }
    ~Device() { cudaFree(d_data); }
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;
    T* d_data = nullptr;
};

__global__ void store_bytes(unsigned char* out);        // a byte by each thread

}  // namespace recorded
