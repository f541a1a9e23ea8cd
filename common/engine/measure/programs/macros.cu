// Loops that macros open: hardware groups lanes by iteration, however the loop was spelled.

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

constexpr int kRadius = 2, kFilterWidth = 2 * kRadius + 1, kTileX = 16, kTileY = 4, kRows = 4, kPitch = kTileX + 1;

__constant__ float c_filter[kFilterWidth * kFilterWidth];

#define FOR_ROWS(k) for (int k = 0; k < kRows; ++k)
#define INSIDE(y, x) ((y) >= 0 && (x) >= 0 && (y) < height && (x) < width)

/// Each thread stores kRows pixels of a column. Halo elements come through the caches.
__global__ void conv2d_rows_by_macro(const float* in, float* out, int width, int height)
{
    extern __shared__ float s_core[];   // [kTileY * kRows][kPitch]
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    const int x = int(blockIdx.x) * kTileX + tx, y0 = int(blockIdx.y) * kTileY * kRows;
    FOR_ROWS(k) {
        const int row = ty + k * kTileY;
        s_core[row * kPitch + tx] = INSIDE(y0 + row, x) ? in[(y0 + row) * width + x] : 0.0f;
    }
    __syncthreads();
    FOR_ROWS(k) {
        const int row = ty + k * kTileY, y = y0 + row;
        if (!INSIDE(y, x)) continue;
        float sum = 0.0f;
        const float* weight = c_filter;
        for (int dy = -kRadius; dy <= kRadius; ++dy)
            for (int dx = -kRadius; dx <= kRadius; ++dx, ++weight) {
                const int s_x = tx + dx, s_y = row + dy;
                if (s_x >= 0 && s_x < kTileX && s_y >= 0 && s_y < kTileY * kRows)
                    sum += *weight * s_core[s_y * kPitch + s_x];
                else if (INSIDE(y + dy, x + dx))
                    sum += *weight * in[(y + dy) * width + x + dx];
            }
        out[y * width + x] = sum;
    }
}

int main(int argc, char** argv)
{
    constexpr int kWidth = 200, kHeight = 136;
    return measure::run(argc, argv, {
        {"conv2d_rows_by_macro", [=](const Arrays& a) {
            cudaMemcpyToSymbol(c_filter, measure::small_numbers(kFilterWidth * kFilterWidth).data(), sizeof c_filter);
            conv2d_rows_by_macro<<<dim3(13, 9), dim3(kTileX, kTileY), kPitch * kTileY * kRows * sizeof(float)>>>(a.in, a.out, kWidth, kHeight);
        }},
    });
}
