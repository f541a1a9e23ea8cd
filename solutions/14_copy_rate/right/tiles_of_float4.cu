// Tiles in shared memory, filled and read in float4: a transpose of 128 × 64, a signal's tile with its halo, an image's patch.

#include "copy_rate.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

bool at_multiple_of_16(const void* pointer) { return reinterpret_cast<std::size_t>(pointer) % 16 == 0; }

int blocks_for(int elements, int per_block) { return (elements - 1) / per_block + 1; }

// What is left where rows or addresses are not multiples of 16 bytes: one element a thread.
__global__ void transpose_any_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * 32 + int(threadIdx.x), y = int(blockIdx.y) * 8 + int(threadIdx.y);
    if (x < width && y < height) out[std::size_t(x) * height + y] = in[std::size_t(y) * width + x];
}

__constant__ float c_filter1d[2 * kRadius1d + 1];
__constant__ float c_filter2d[2 * kRadius2d + 1][2 * kRadius2d + 1];

__global__ void conv1d_any_kernel(const float* in, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = -kRadius1d; d <= kRadius1d; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter1d[d + kRadius1d] * in[i + d];
    out[i] = sum;
}

__global__ void conv2d_any_kernel(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * 32 + int(threadIdx.x), y = int(blockIdx.y) * 8 + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -kRadius2d; dy <= kRadius2d; ++dy)
        for (int dx = -kRadius2d; dx <= kRadius2d; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter2d[dy + kRadius2d][dx + kRadius2d] * in[(y + dy) * width + x + dx];
    out[y * width + x] = sum;
}

// Turns four rows of four into four columns.
__device__ void transpose_in_registers(float4 (&rows)[4])
{
    const auto swap = [](float& a, float& b) {
        const float kept = a;
        a = b;
        b = kept;
    };
    swap(rows[0].y, rows[1].x);
    swap(rows[0].z, rows[2].x);
    swap(rows[0].w, rows[3].x);
    swap(rows[1].z, rows[2].y);
    swap(rows[1].w, rows[3].y);
    swap(rows[2].w, rows[3].z);
}

constexpr int kTileX = 128, kTileY = 64;

// 32 × 16 threads, each with 4 × 4 elements.
__global__ void transpose_wide_tile_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float4 s_tile[kTileX][kTileY / 4];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y), x0 = int(blockIdx.x) * kTileX, y0 = int(blockIdx.y) * kTileY;

    float4 rows[4] = {};
    if (x0 + 4 * tx < width && y0 + 4 * ty < height)
        for (int r = 0; r < 4; ++r) rows[r] = *reinterpret_cast<const float4*>(in + std::size_t(y0 + 4 * ty + r) * width + x0 + 4 * tx);
    transpose_in_registers(rows);
    for (int r = 0; r < 4; ++r) s_tile[4 * tx + r][ty ^ (tx % 8)] = rows[r];
    __syncthreads();

    const int t = ty * 32 + tx, column = t % 16;
    for (int r = t / 16; r < kTileX; r += 32)
        if (x0 + r < width && y0 + 4 * column < height)
            *reinterpret_cast<float4*>(out + std::size_t(x0 + r) * height + y0 + 4 * column) = s_tile[r][column ^ (r / 4 % 8)];
}

constexpr int kThreads = 256;

// The halo is one float4 on each side.
__global__ void conv1d_in_a_tile_kernel(const float* in, float* out, int width)
{
    __shared__ float4 s_tile[kThreads + 2];
    const int tx = int(threadIdx.x), begin = 4 * (int(blockIdx.x) * kThreads - 1), x = begin + 4 * (tx + 1);
    for (int t = tx; t < kThreads + 2; t += kThreads) {
        const int at = begin + 4 * t;
        s_tile[t] = at >= 0 && at < width ? *reinterpret_cast<const float4*>(in + at) : make_float4(0, 0, 0, 0);
    }
    __syncthreads();
    if (x >= width) return;

    const float4 near[3] = {s_tile[tx], s_tile[tx + 1], s_tile[tx + 2]};
    const float window[12] = {near[0].x, near[0].y, near[0].z, near[0].w, near[1].x, near[1].y,
                              near[1].z, near[1].w, near[2].x, near[2].y, near[2].z, near[2].w};
    float sums[4] = {};
    for (int k = 0; k < 4; ++k)
        for (int d = -kRadius1d; d <= kRadius1d; ++d) sums[k] += c_filter1d[d + kRadius1d] * window[4 + k + d];
    *reinterpret_cast<float4*>(out + x) = make_float4(sums[0], sums[1], sums[2], sums[3]);
}

constexpr int kFoursX = 32, kRowsY = 16;     // a block computes 128 × 16 pixels with 32 × 8 threads, two rows each

__global__ void conv2d_in_a_tile_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float4 s_tile[kRowsY + 2 * kRadius2d][kFoursX + 2];
    const int tx = int(threadIdx.x), ty = int(threadIdx.y), x0 = int(blockIdx.x) * 4 * kFoursX, y0 = int(blockIdx.y) * kRowsY;
    for (int r = ty; r < kRowsY + 2 * kRadius2d; r += 8)
        for (int c = tx; c < kFoursX + 2; c += kFoursX) {
            const int x = x0 + 4 * (c - 1), y = y0 + r - kRadius2d;
            const bool inside = x >= 0 && x < width && y >= 0 && y < height;
            s_tile[r][c] = inside ? *reinterpret_cast<const float4*>(in + std::size_t(y) * width + x) : make_float4(0, 0, 0, 0);
        }
    __syncthreads();

    for (int r = ty; r < kRowsY; r += 8) {
        float sums[4] = {};
        for (int dy = 0; dy <= 2 * kRadius2d; ++dy) {
            const float4 near[3] = {s_tile[r + dy][tx], s_tile[r + dy][tx + 1], s_tile[r + dy][tx + 2]};
            const float row[8] = {near[0].z, near[0].w, near[1].x, near[1].y, near[1].z, near[1].w, near[2].x, near[2].y};
            for (int dx = 0; dx <= 2 * kRadius2d; ++dx)
                for (int k = 0; k < 4; ++k) sums[k] += c_filter2d[dy][dx] * row[k + dx];
        }
        const int x = x0 + 4 * tx, y = y0 + r;
        if (x < width && y < height) *reinterpret_cast<float4*>(out + std::size_t(y) * width + x) = make_float4(sums[0], sums[1], sums[2], sums[3]);
    }
}

void transpose_fast(const float* d_in, float* d_out, int width, int height)
{
    if (width % 4 == 0 && height % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out))
        transpose_wide_tile_kernel<<<dim3(blocks_for(width, kTileX), blocks_for(height, kTileY)), dim3(32, 16)>>>(d_in, d_out, width, height);
    else
        transpose_any_kernel<<<dim3(blocks_for(width, 32), blocks_for(height, 8)), dim3(32, 8)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_fast(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter1d, h_filter, sizeof(c_filter1d)));
    if (width % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out))
        conv1d_in_a_tile_kernel<<<blocks_for(width, 4 * kThreads), kThreads>>>(d_in, d_out, width);
    else
        conv1d_any_kernel<<<blocks_for(width, 256), 256>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_fast(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter2d, h_filter, sizeof(c_filter2d)));
    if (width % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out))
        conv2d_in_a_tile_kernel<<<dim3(blocks_for(width, 4 * kFoursX), blocks_for(height, kRowsY)), dim3(kFoursX, 8)>>>(d_in, d_out, width, height);
    else
        conv2d_any_kernel<<<dim3(blocks_for(width, 32), blocks_for(height, 8)), dim3(32, 8)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
