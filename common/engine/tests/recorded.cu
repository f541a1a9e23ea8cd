// A tiled convolution whose lines are known, to be recorded.

#include <vector>

#include "engine/engine.hpp"
#include "engine/tests/recorded.cuh"

namespace recorded {

__constant__ float c_filter[kWidth];

__global__ void conv1d_tiled(const float* in, float* out, int n)
{
    __shared__ float s_tile[kTile + 2 * kRadius];
    const int tx = int(threadIdx.x), start = int(blockIdx.x) * kTile - kRadius;
    for (int i = tx; i < kTile + 2 * kRadius; i += kTile) {
        const int g = start + i;
        s_tile[i] = g >= 0 && g < n ? in[g] : 0.0f;
    }
    __syncthreads();
    const int o = int(blockIdx.x) * kTile + tx;
    if (o >= n) return;
    float sum = 0.0f;
    for (int j = 0; j < kWidth; ++j)
        sum += c_filter[j] * s_tile[tx + j];
    out[o] = sum;
}
const int kStoreLine = __LINE__ - 2, kSumLine = kStoreLine - 1, kBarrierLine = kStoreLine - 6, kTileLine = kStoreLine - 8;

Convolution::Convolution()
{
    std::vector<float> h_in(kCount);
    for (int i = 0; i < kCount; ++i) h_in[std::size_t(i)] = float(i + 1);
    const float h_filter[kWidth] = {1, 2, 4};
    REQUIRE(cudaMalloc(&d_in, kCount * sizeof(float)) == cudaSuccess);
    REQUIRE(cudaMalloc(&d_out, kCount * sizeof(float)) == cudaSuccess);
    cudaMemcpy(d_in, h_in.data(), kCount * sizeof(float), cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof h_filter);
}

Convolution::~Convolution()
{
    cudaFree(d_in);
    cudaFree(d_out);
    halo::engine::record_stores(false);
}

void Convolution::run() { conv1d_tiled<<<(kCount + kTile - 1) / kTile, kTile>>>(d_in, d_out, kCount); }

__global__ void store_bytes(unsigned char* out) { out[threadIdx.x] = static_cast<unsigned char>(threadIdx.x); }

}  // namespace recorded
