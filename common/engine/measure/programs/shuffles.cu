// Shuffles. They pass through the same unit as shared memory, and are not loads from it.

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

constexpr int kRadius = 2, kFilterWidth = 2 * kRadius + 1, kRows = 4, kWarpSize = 32, kColumns = kWarpSize - 2 * kRadius;

__constant__ float c_filter[kFilterWidth][kFilterWidth];

/// A lane loads one pixel of each row and gets its neighbours' by shuffles. The outer lanes only load.
__global__ void conv2d_rows_by_shuffle(const float* in, float* out, int width, int height)
{
    const int lane = int(threadIdx.x), x = int(blockIdx.x) * kColumns + lane - kRadius;
    const int y0 = int(blockIdx.y * blockDim.y + threadIdx.y) * kRows;
    float sum[kRows] = {};
    for (int r = -kRadius; r < kRows + kRadius; ++r) {
        const int y = y0 + r;
        const bool in_image = x >= 0 && x < width && y >= 0 && y < height;
        const float mine = in_image ? in[y * width + x] : 0.0f;
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const float value = __shfl_sync(0xffffffffu, mine, lane + dx);
#pragma unroll
            for (int k = 0; k < kRows; ++k)
                if (r - k >= -kRadius && r - k <= kRadius) sum[k] += c_filter[r - k + kRadius][dx + kRadius] * value;
        }
    }
    if (lane < kRadius || lane >= kWarpSize - kRadius || x >= width) return;
    for (int k = 0; k < kRows; ++k)
        if (y0 + k < height) out[(y0 + k) * width + x] = sum[k];
}

int main(int argc, char** argv)
{
    constexpr int kWidth = 200, kHeight = 136;
    return measure::run(argc, argv, {
        {"conv2d_rows_by_shuffle", [=](const Arrays& a) {
            cudaMemcpyToSymbol(c_filter, measure::small_numbers(kFilterWidth * kFilterWidth).data(), sizeof c_filter);
            conv2d_rows_by_shuffle<<<dim3(8, 9), dim3(kWarpSize, 4)>>>(a.in, a.out, kWidth, kHeight);
        }},
    });
}
