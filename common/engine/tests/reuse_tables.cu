// The reuse tables of the lecture (seed 001_6c10169333819cc9.txt), measured: the loads of a kernel without a tile,
// divided by the loads of a kernel with one, for outputs whose taps are all inside the input.

#include <doctest/doctest.h>

#include <cmath>
#include <vector>

#include "engine/engine.hpp"

namespace {

template <int kWidth>
__global__ void conv1d_direct(const float* in, float* out, int outputs)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= outputs) return;
    float sum = 0.0f;
    for (int j = 0; j < kWidth; ++j) sum += in[i + j] * float(j + 1);
    out[i] = sum;
}

template <int kTile, int kWidth>
__global__ void conv1d_tile(const float* in, float* out)
{
    constexpr int kInput = kTile + kWidth - 1;
    __shared__ float s_tile[kInput];
    const int first = int(blockIdx.x) * kTile;
    for (int i = int(threadIdx.x); i < kInput; i += kTile) s_tile[i] = in[first + i];
    __syncthreads();
    float sum = 0.0f;
    for (int j = 0; j < kWidth; ++j) sum += s_tile[threadIdx.x + j] * float(j + 1);
    out[first + int(threadIdx.x)] = sum;
}

template <int kWidth>
__global__ void conv2d_direct(const float* in, float* out, int outputs, int pitch)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y * blockDim.y + threadIdx.y);
    if (x >= outputs || y >= outputs) return;
    float sum = 0.0f;
    for (int dy = 0; dy < kWidth; ++dy)
        for (int dx = 0; dx < kWidth; ++dx) sum += in[(y + dy) * pitch + x + dx] * float(dy * kWidth + dx);
    out[y * outputs + x] = sum;
}

// A tile of 64 with its halo has more elements than a block can have threads: each of 8 × 8 threads handles several.
template <int kTile, int kWidth>
__global__ void conv2d_tile(const float* in, float* out, int outputs, int pitch)
{
    constexpr int kInput = kTile + kWidth - 1;
    __shared__ float s_tile[kInput][kInput];
    const int first_x = int(blockIdx.x) * kTile, first_y = int(blockIdx.y) * kTile;
    for (int y = int(threadIdx.y); y < kInput; y += 8)
        for (int x = int(threadIdx.x); x < kInput; x += 8) s_tile[y][x] = in[(first_y + y) * pitch + first_x + x];
    __syncthreads();
    for (int y = int(threadIdx.y); y < kTile; y += 8)
        for (int x = int(threadIdx.x); x < kTile; x += 8) {
            float sum = 0.0f;
            for (int dy = 0; dy < kWidth; ++dy)
                for (int dx = 0; dx < kWidth; ++dx) sum += s_tile[y + dy][x + dx] * float(dy * kWidth + dx);
            out[(first_y + y) * outputs + first_x + x] = sum;
        }
}

/// Input with distinct neighbours, and two outputs to compare.
struct Buffers {
    float *in = nullptr, *a = nullptr, *b = nullptr;
    std::size_t outputs;

    Buffers(std::size_t inputs, std::size_t outputs_) : outputs(outputs_)
    {
        std::vector<float> host(inputs);
        for (std::size_t i = 0; i < inputs; ++i) host[i] = float(i * 7919 % 1021);
        REQUIRE(cudaMalloc(&in, inputs * sizeof(float)) == cudaSuccess);
        REQUIRE(cudaMalloc(&a, outputs * sizeof(float)) == cudaSuccess);
        REQUIRE(cudaMalloc(&b, outputs * sizeof(float)) == cudaSuccess);
        REQUIRE(cudaMemcpy(in, host.data(), inputs * sizeof(float), cudaMemcpyHostToDevice) == cudaSuccess);
    }
    Buffers(const Buffers&) = delete;
    Buffers& operator=(const Buffers&) = delete;
    ~Buffers()
    {
        cudaFree(in);
        cudaFree(a);
        cudaFree(b);
    }
    bool equal() const
    {
        std::vector<float> first(outputs), second(outputs);
        cudaMemcpy(first.data(), a, outputs * sizeof(float), cudaMemcpyDeviceToHost);
        cudaMemcpy(second.data(), b, outputs * sizeof(float), cudaMemcpyDeviceToHost);
        return first == second;
    }
};

std::uint64_t loads_since_reset()
{
    REQUIRE(cudaDeviceSynchronize() == cudaSuccess);
    REQUIRE(halo::engine::findings().empty());
    const std::uint64_t loads = halo::engine::counters().global_loads;
    halo::engine::reset_watchers();
    return loads;
}

template <int kTile, int kWidth>
double ratio_1d()
{
    constexpr int kBlocks = 3, kOutputs = kBlocks * kTile;
    Buffers buffers(kOutputs + kWidth - 1, kOutputs);
    halo::engine::reset_watchers();
    conv1d_direct<kWidth><<<kBlocks, kTile>>>(buffers.in, buffers.a, kOutputs);
    const std::uint64_t direct = loads_since_reset();
    conv1d_tile<kTile, kWidth><<<kBlocks, kTile>>>(buffers.in, buffers.b);
    const std::uint64_t tiled = loads_since_reset();
    CHECK(buffers.equal());
    CHECK(direct == std::uint64_t(kOutputs) * kWidth);
    return double(direct) / double(tiled);
}

template <int kTile, int kWidth>
double ratio_2d()
{
    constexpr int kBlocks = 2, kOutputs = kBlocks * kTile, kPitch = kOutputs + kWidth - 1;
    Buffers buffers(kPitch * kPitch, kOutputs * kOutputs);
    halo::engine::reset_watchers();
    conv2d_direct<kWidth><<<dim3(kBlocks * kTile / 8, kBlocks * kTile / 8), dim3(8, 8)>>>(buffers.in, buffers.a, kOutputs, kPitch);
    const std::uint64_t direct = loads_since_reset();
    conv2d_tile<kTile, kWidth><<<dim3(kBlocks, kBlocks), dim3(8, 8)>>>(buffers.in, buffers.b, kOutputs, kPitch);
    const std::uint64_t tiled = loads_since_reset();
    CHECK(buffers.equal());
    CHECK(direct == std::uint64_t(kOutputs) * kOutputs * kWidth * kWidth);
    return double(direct) / double(tiled);
}

double one_decimal(double value) { return std::floor(value * 10.0 + 0.5) / 10.0; }

}  // namespace

TEST_CASE("the kernels measure the lecture's table of 1D reuse")
{
    CHECK(one_decimal(ratio_1d<16, 5>()) == 4.0);
    CHECK(one_decimal(ratio_1d<32, 5>()) == 4.4);
    CHECK(one_decimal(ratio_1d<64, 5>()) == 4.7);
    CHECK(one_decimal(ratio_1d<256, 5>()) == 4.9);
    CHECK(one_decimal(ratio_1d<16, 9>()) == 6.0);
    CHECK(one_decimal(ratio_1d<32, 9>()) == 7.2);
    CHECK(one_decimal(ratio_1d<64, 9>()) == 8.0);
    CHECK(one_decimal(ratio_1d<128, 9>()) == 8.5);
    CHECK(one_decimal(ratio_1d<256, 9>()) == 8.7);

    // The lecture prints 4.9 here. 640 / 132 = 4.848: it was rounded twice, via 4.85.
    const double twice_rounded = ratio_1d<128, 5>();
    CHECK(twice_rounded == 640.0 / 132.0);
    CHECK(one_decimal(std::floor(twice_rounded * 100.0 + 0.5) / 100.0) == 4.9);
}

TEST_CASE("the kernels measure the lecture's table of 2D reuse")
{
    CHECK(one_decimal(ratio_2d<8, 5>()) == 11.1);
    CHECK(one_decimal(ratio_2d<16, 5>()) == 16.0);
    CHECK(one_decimal(ratio_2d<64, 5>()) == 22.1);
    CHECK(one_decimal(ratio_2d<8, 9>()) == 20.3);
    CHECK(one_decimal(ratio_2d<16, 9>()) == 36.0);
    CHECK(one_decimal(ratio_2d<32, 9>()) == 51.8);
    CHECK(one_decimal(ratio_2d<64, 9>()) == 64.0);

    // The lecture prints 19.7 here: 25600 / 1296 = 19.753, truncated instead of rounded.
    const double cut_off = ratio_2d<32, 5>();
    CHECK(cut_off == 25600.0 / 1296.0);
    CHECK(std::floor(cut_off * 10.0) / 10.0 == 19.7);
}
