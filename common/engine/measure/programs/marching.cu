// Blocks that march down the image, in the terms of cooperative groups.

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

constexpr int kRadius = 2, kFilterWidth = 2 * kRadius + 1, kTile = 16, kPatch = kTile + 2 * kRadius;

__constant__ float c_filter[kFilterWidth * kFilterWidth];

/// The strides of both loops are the size of a group, known at run time only: nvcc unrolls them by four.
__global__ void conv2d_marching_groups(const float* in, float* out, int width, int height)
{
    __shared__ float s_patch[kPatch * kPatch];
    const cooperative_groups::thread_block block = cooperative_groups::this_thread_block();
    const int threads = int(block.size()), rank = int(block.thread_rank());
    for (int tile = int(blockIdx.y); tile * kTile < height; tile += int(gridDim.y)) {
        for (int s = rank; s < kPatch * kPatch; s += threads) {
            const int y = tile * kTile + s / kPatch - kRadius, x = int(blockIdx.x) * kTile + s % kPatch - kRadius;
            s_patch[s] = y < 0 || x < 0 || y >= height || x >= width ? 0.0f : in[y * width + x];
        }
        block.sync();
        for (int o = rank; o < kTile * kTile; o += threads) {
            int y = o / kTile, x = o % kTile, weight = 0;
            float sum = 0.0f;
            for (int dy = 0; dy < kFilterWidth; ++dy)
                for (int dx = 0; dx < kFilterWidth; ++dx) sum += c_filter[weight++] * s_patch[(y + dy) * kPatch + x + dx];
            y += tile * kTile;
            x += int(blockIdx.x) * kTile;
            if (y < height && x < width) out[y * width + x] = sum;
        }
        block.sync();
    }
}

int main(int argc, char** argv)
{
    constexpr int kWidth = 200, kHeight = 136;
    return measure::run(argc, argv, {
        {"conv2d_marching_groups", [=](const Arrays& a) {
            cudaMemcpyToSymbol(c_filter, measure::small_numbers(kFilterWidth * kFilterWidth).data(), sizeof c_filter);
            conv2d_marching_groups<<<dim3(13, 2), 128>>>(a.in, a.out, kWidth, kHeight);
        }},
    });
}
