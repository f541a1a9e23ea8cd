// No shared memory and no barrier: the transpose turns 4 × 4 elements in registers, the signal's neighbours come by shuffles, and a
// thread of the image walks down its columns with five rows of running sums.

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

// A warp is eight threads wide and four high: it loads 16 rows of 128 bytes, and stores 32 rows of 64.
__global__ void transpose_in_registers_kernel(const float* in, float* out, int width, int height)
{
    const int lane = int(threadIdx.x) % 32, warp = int(threadIdx.x) / 32;
    const int x = 4 * (int(blockIdx.x) * 8 + lane % 8), y = 4 * ((int(blockIdx.y) * 8 + warp) * 4 + lane / 8);
    if (x >= width || y >= height) return;

    float4 rows[4];
    for (int r = 0; r < 4; ++r) rows[r] = *reinterpret_cast<const float4*>(in + std::size_t(y + r) * width + x);
    transpose_in_registers(rows);
    for (int r = 0; r < 4; ++r) *reinterpret_cast<float4*>(out + std::size_t(x + r) * height + y) = rows[r];
}

__device__ float4 shuffled(float4 v, int from)
{
    return make_float4(__shfl_sync(0xffffffff, v.x, from), __shfl_sync(0xffffffff, v.y, from), __shfl_sync(0xffffffff, v.z, from),
                       __shfl_sync(0xffffffff, v.w, from));
}

// Nobody returns before the shuffles, where the whole warp takes part.
__global__ void conv1d_by_shuffles_kernel(const float* in, float* out, int width)
{
    const int lane = int(threadIdx.x) % 32, x = 4 * (int(blockIdx.x) * 256 + int(threadIdx.x));
    const auto four_at = [&](int at) { return at >= 0 && at < width ? *reinterpret_cast<const float4*>(in + at) : make_float4(0, 0, 0, 0); };

    const float4 own = four_at(x);
    float4 left = shuffled(own, lane - 1), right = shuffled(own, lane + 1);
    if (lane == 0) left = four_at(x - 4);
    if (lane == 31) right = four_at(x + 4);
    if (x >= width) return;

    const float window[12] = {left.x, left.y, left.z, left.w, own.x, own.y, own.z, own.w, right.x, right.y, right.z, right.w};
    float sums[4] = {};
    for (int k = 0; k < 4; ++k)
        for (int d = -kRadius1d; d <= kRadius1d; ++d) sums[k] += c_filter1d[d + kRadius1d] * window[4 + k + d];
    *reinterpret_cast<float4*>(out + x) = make_float4(sums[0], sums[1], sums[2], sums[3]);
}

constexpr int kWalk = 16;           // output rows of a thread
constexpr int kFilter = 2 * kRadius2d + 1;

__global__ void conv2d_marching_kernel(const float* in, float* out, int width, int height)
{
    const int x = 4 * (int(blockIdx.x) * 128 + int(threadIdx.x)), begin = int(blockIdx.y) * kWalk;
    if (x >= width) return;

    float sums[kFilter][4] = {};    // of the output rows that the current row of in belongs to; row y is in slot y mod 5
    for (int y = begin - kRadius2d; y < begin + kWalk + kRadius2d; ++y) {
        float row[8] = {};
        if (y >= 0 && y < height) {
            const float* at = in + std::size_t(y) * width + x;
            const float2 left = x > 0 ? *reinterpret_cast<const float2*>(at - 2) : make_float2(0, 0);
            const float4 own = *reinterpret_cast<const float4*>(at);
            const float2 right = x + 4 < width ? *reinterpret_cast<const float2*>(at + 4) : make_float2(0, 0);
            const float all[8] = {left.x, left.y, own.x, own.y, own.z, own.w, right.x, right.y};
            for (int i = 0; i < 8; ++i) row[i] = all[i];
        }
        for (int dy = -kRadius2d; dy <= kRadius2d; ++dy) {
            const int slot = (y - dy + kFilter) % kFilter;
            for (int dx = 0; dx < kFilter; ++dx)
                for (int k = 0; k < 4; ++k) sums[slot][k] += c_filter2d[dy + kRadius2d][dx] * row[k + dx];
        }
        const int done = y - kRadius2d, slot = (done + kFilter) % kFilter;
        if (done >= begin && done < height)
            *reinterpret_cast<float4*>(out + std::size_t(done) * width + x) = make_float4(sums[slot][0], sums[slot][1], sums[slot][2], sums[slot][3]);
        for (int k = 0; k < 4; ++k) sums[slot][k] = 0.0f;
    }
}

void transpose_fast(const float* d_in, float* d_out, int width, int height)
{
    if (width % 4 == 0 && height % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out))
        transpose_in_registers_kernel<<<dim3(blocks_for(width, 32), blocks_for(height, 128)), 256>>>(d_in, d_out, width, height);
    else
        transpose_any_kernel<<<dim3(blocks_for(width, 32), blocks_for(height, 8)), dim3(32, 8)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_fast(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter1d, h_filter, sizeof(c_filter1d)));
    if (width % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out))
        conv1d_by_shuffles_kernel<<<blocks_for(width, 1024), 256>>>(d_in, d_out, width);
    else
        conv1d_any_kernel<<<blocks_for(width, 256), 256>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_fast(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter2d, h_filter, sizeof(c_filter2d)));
    if (width % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out))
        conv2d_marching_kernel<<<dim3(blocks_for(width, 512), blocks_for(height, kWalk)), 128>>>(d_in, d_out, width, height);
    else
        conv2d_any_kernel<<<dim3(blocks_for(width, 32), blocks_for(height, 8)), dim3(32, 8)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
