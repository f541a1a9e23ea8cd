// Convolutions other than the labs' solutions: other tiles, other ways to load the halo; and a tiled matrix product.

#include <cuda_runtime.h>

#include "engine/measure/launches.hpp"

using measure::Arrays;

/// Block = output tile; the block loads tile and halo in strides of its own width. `filter` is in global memory.
template <int kTile, int kRadius>
__global__ void conv1d_design1(const float* in, const float* filter, float* out, int width)
{
    __shared__ float s_tile[kTile + 2 * kRadius];
    const int tx = int(threadIdx.x), first = int(blockIdx.x) * kTile - kRadius;
    for (int s = tx; s < kTile + 2 * kRadius; s += kTile) {
        const int i = first + s;
        s_tile[s] = i >= 0 && i < width ? in[i] : 0.0f;
    }
    __syncthreads();
    const int i = int(blockIdx.x) * kTile + tx;
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = 0; d <= 2 * kRadius; ++d) sum += filter[d] * s_tile[tx + d];
    out[i] = sum;
}

/// Only the core is in shared memory; halo elements come through the caches.
template <int kTile, int kRadius>
__global__ void conv1d_design3(const float* in, const float* filter, float* out, int width)
{
    __shared__ float s_core[kTile];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;
    s_core[tx] = i < width ? in[i] : 0.0f;
    __syncthreads();
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d) {
        const int s = tx + d;
        if (s >= 0 && s < kTile)
            sum += filter[d + kRadius] * s_core[s];
        else if (i + d >= 0 && i + d < width)
            sum += filter[d + kRadius] * in[i + d];
    }
    out[i] = sum;
}

/// Block = output tile in two dimensions; a strided loop loads the whole patch with its halo.
template <int kTileX, int kTileY, int kRadius>
__global__ void conv2d_design1(const float* in, const float* filter, float* out, int width, int height)
{
    constexpr int kPatchX = kTileX + 2 * kRadius, kPatchY = kTileY + 2 * kRadius, kWidth = 2 * kRadius + 1;
    __shared__ float s_patch[kPatchY][kPatchX];
    const int x0 = int(blockIdx.x) * kTileX, y0 = int(blockIdx.y) * kTileY;
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    for (int s = ty * kTileX + tx; s < kPatchX * kPatchY; s += kTileX * kTileY) {
        const int px = s % kPatchX, py = s / kPatchX, x = x0 + px - kRadius, y = y0 + py - kRadius;
        s_patch[py][px] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
    }
    __syncthreads();
    if (x0 + tx >= width || y0 + ty >= height) return;
    float sum = 0.0f;
    for (int dy = 0; dy < kWidth; ++dy)
        for (int dx = 0; dx < kWidth; ++dx) sum += filter[dy * kWidth + dx] * s_patch[ty + dy][tx + dx];
    out[(y0 + ty) * width + x0 + tx] = sum;
}

/// C = A · B, n × n, a tile of each in shared memory.
template <int kTile>
__global__ void matrix_product(const float* a, const float* b, float* c, int n)
{
    __shared__ float s_a[kTile][kTile], s_b[kTile][kTile];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    const int x = int(blockIdx.x) * kTile + tx, y = int(blockIdx.y) * kTile + ty;
    float sum = 0.0f;
    for (int first = 0; first < n; first += kTile) {
        s_a[ty][tx] = y < n && first + tx < n ? a[y * n + first + tx] : 0.0f;
        s_b[ty][tx] = x < n && first + ty < n ? b[(first + ty) * n + x] : 0.0f;
        __syncthreads();
        for (int k = 0; k < kTile; ++k) sum += s_a[ty][k] * s_b[k][tx];
        __syncthreads();
    }
    if (x < n && y < n) c[y * n + x] = sum;
}

int main(int argc, char** argv)
{
    constexpr int kWidth1d = 10'013, kWidth = 150, kHeight = 101;
    const auto filter = [](const Arrays& a) { return a.in + measure::kElements - 100; };
    return measure::run(argc, argv, {
        {"conv1d_design1_tile_256_filter_5", [=](const Arrays& a) {
            conv1d_design1<256, 2><<<(kWidth1d + 255) / 256, 256>>>(a.in, filter(a), a.out, kWidth1d);
        }},
        {"conv1d_design1_tile_64_filter_9", [=](const Arrays& a) {
            conv1d_design1<64, 4><<<(kWidth1d + 63) / 64, 64>>>(a.in, filter(a), a.out, kWidth1d);
        }},
        {"conv1d_design3_tile_256_filter_5", [=](const Arrays& a) {
            conv1d_design3<256, 2><<<(kWidth1d + 255) / 256, 256>>>(a.in, filter(a), a.out, kWidth1d);
        }},
        {"conv2d_design1_tile_16x16_filter_5", [=](const Arrays& a) {
            conv2d_design1<16, 16, 2><<<dim3(10, 7), dim3(16, 16)>>>(a.in, filter(a), a.out, kWidth, kHeight);
        }},
        {"conv2d_design1_tile_32x8_filter_3", [=](const Arrays& a) {
            conv2d_design1<32, 8, 1><<<dim3(5, 13), dim3(32, 8)>>>(a.in, filter(a), a.out, kWidth, kHeight);
        }},
        {"matrix_product_tile_16", [=](const Arrays& a) {
            matrix_product<16><<<dim3(5, 5), dim3(16, 16)>>>(a.in, a.in + 5'000, a.out, 70);
        }},
    });
}
