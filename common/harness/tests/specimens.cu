// Each function is wrong in the way that its name says; specimens_tests.cpp has what must be reported about it.

#include "specimens.hpp"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <vector>

#include <cuda_runtime.h>

#include "cuda/check.hpp"

__constant__ float c_filter[2 * kRadius + 1];

__global__ void convolve(const float* in, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter[d + kRadius] * in[i + d];
    out[i] = sum;
}

__global__ void convolve_racy(const float* in, float* out, int width)
{
    __shared__ float s_in[64];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * 64 + tx;
    s_in[tx] = i < width ? in[i] : 0.0f;
    if (i >= width) return;                     // no barrier: right whenever the left neighbour ran first
    const float left = tx > 0 ? s_in[tx - 1] : i > 0 ? in[i - 1] : 0.0f;
    const float right = i + 1 < width ? in[i + 1] : 0.0f;
    out[i] = c_filter[0] * left + c_filter[1] * in[i] + c_filter[2] * right;
}

__global__ void convolve_overrun(const float* in, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter[d + kRadius] * in[i + d];
    out[i] = sum;                               // the last block too, which is the mistake
}

static void launch_right(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    convolve<<<(width + 63) / 64, 64>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void right(const float* d_in, const float* h_filter, float* d_out, int width)
{
    launch_right(d_in, h_filter, d_out, width);
}

void racy(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    convolve_racy<<<(width + 63) / 64, 64>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void leaks(const float* d_in, const float* h_filter, float* d_out, int width)
{
    float* d_scratch = nullptr;
    CUDA_CHECK(cudaMalloc(&d_scratch, 400));
    launch_right(d_in, h_filter, d_out, width);
}

void on_the_host(const float* d_in, const float* h_filter, float* d_out, int width)
{
    std::vector<float> in(width), out(width, 0.0f);
    CUDA_CHECK(cudaMemcpy(in.data(), d_in, width * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < width; ++i)
        for (int d = -kRadius; d <= kRadius; ++d)
            if (i + d >= 0 && i + d < width) out[i] += h_filter[d + kRadius] * in[i + d];
    CUDA_CHECK(cudaMemcpy(d_out, out.data(), width * sizeof(float), cudaMemcpyHostToDevice));
}

void throws(const float*, const float*, float*, int) { throw std::runtime_error("out of ideas"); }

void refused(const float* d_in, const float*, float* d_out, int width)
{
    convolve<<<1, 2048>>>(d_in, d_out, width);  // no block holds 2048 threads
    CUDA_CHECK(cudaGetLastError());
}

void crashes(const float* d_in, const float* h_filter, float* d_out, int width)
{
    launch_right(d_in, h_filter, d_out, width);
    volatile std::uintptr_t nowhere = 8;
    if (width == 100) *reinterpret_cast<int*>(nowhere) = 1;
}

void exits(const float*, const float*, float*, int) { std::exit(0); }

void keeps(const float* d_in, const float* h_filter, float* d_out, int width)
{
    static bool copied = false;
    if (!copied) CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    copied = true;
    convolve<<<(width + 63) / 64, 64>>>(d_in, d_out, width);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void overruns(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    convolve_overrun<<<(width + 63) / 64, 64>>>(d_in, d_out, width);
    CUDA_CHECK(cudaDeviceSynchronize());
}

__constant__ float c_wide[63];

__global__ void convolve_wide(const float* in, float* out, int width, int radius)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += c_wide[d + radius] * in[i + d];
    out[i] = sum;
}

static void launch_wide(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width, int copied)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_wide, h_filter, copied * sizeof(float)));
    convolve_wide<<<(width + 63) / 64, 64>>>(d_in, d_out, width, filter_width / 2);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void widens(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    launch_wide(d_in, h_filter, d_out, width, filter_width, filter_width);
}

void reads_on(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    launch_wide(d_in, h_filter, d_out, width, filter_width, 63);    // the caller's filter is shorter
}

__global__ void turn(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y);
    if (x < width) out[x * height + y] = in[y * width + x];
}

void turns(const float* d_in, float* d_out, int width, int height)
{
    turn<<<dim3((width + 31) / 32, height), 32>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
}

__global__ void exchange(float* data, int n)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), y = int(blockIdx.y);
    if (x >= n || x <= y) return;
    const float upper = data[y * n + x];
    data[y * n + x] = data[x * n + y];
    data[x * n + y] = upper;
}

void turns_in_place(float* d_data, int n)
{
    exchange<<<dim3((n + 31) / 32, n), 32>>>(d_data, n);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void turns_nothing(float*, int) {}

__global__ void convolve_mirrored(const float* in, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        if (i - d >= 0 && i - d < width) sum += c_filter[d + kRadius] * in[i - d];
    out[i] = sum;
}

void mirrors(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    convolve_mirrored<<<(width + 63) / 64, 64>>>(d_in, d_out, width);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void copies_room(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_wide, h_filter, sizeof(c_wide)));       // its room, not the filter's size
    convolve_wide<<<(width + 63) / 64, 64>>>(d_in, d_out, width, filter_width / 2);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void copies_pointer(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_wide, h_filter, sizeof(h_filter)));
    convolve_wide<<<(width + 63) / 64, 64>>>(d_in, d_out, width, filter_width / 2);
    CUDA_CHECK(cudaDeviceSynchronize());
}

void copies_in_parts(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_wide, h_filter, 2 * sizeof(float)));    // two weights, as it happens as long as a pointer
    CUDA_CHECK(cudaMemcpyToSymbol(c_wide, h_filter + 2, (filter_width - 2) * sizeof(float), 2 * sizeof(float)));
    convolve_wide<<<(width + 63) / 64, 64>>>(d_in, d_out, width, filter_width / 2);
    CUDA_CHECK(cudaDeviceSynchronize());
}

/// The rest of a right function on host arrays; d_out has room for `room` outputs.
static float* filtered(const float* h_in, const float* h_filter, int width, int filter_width, int room)
{
    float *d_in = nullptr, *d_out = nullptr;
    CUDA_CHECK(cudaMalloc(&d_in, width * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_out, room * sizeof(float)));
    CUDA_CHECK(cudaMemset(d_out, 0, room * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_in, h_in, width * sizeof(float), cudaMemcpyHostToDevice));
    launch_wide(d_in, h_filter, d_out, width, filter_width, filter_width);
    CUDA_CHECK(cudaFree(d_in));
    return d_out;
}

static void fetch(float* h_out, float* d_out, int count)
{
    CUDA_CHECK(cudaMemcpy(h_out, d_out, count * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
}

void copies_back_twice(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    fetch(h_out, filtered(h_in, h_filter, width, filter_width, 2 * width), 2 * width);
}

void copies_back_rows(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    float* d_out = filtered(h_in, h_filter, width, filter_width, 2 * width);
    CUDA_CHECK(cudaMemcpy2D(h_out, width * sizeof(float), d_out, width * sizeof(float), width * sizeof(float), 2, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_out));
}

void writes_on(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    for (int i = 0; i < 4 * width; ++i) h_out[i] = 0.0f;                    // bytes are counted, elements are written
    fetch(h_out, filtered(h_in, h_filter, width, filter_width, width), width);
}

void writes_far_before(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    h_out[-2000] = 0.0f;
    fetch(h_out, filtered(h_in, h_filter, width, filter_width, width), width);
}

void fills_with_library(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    std::memset(h_out, 0, width * sizeof(float) + 4);
    fetch(h_out, filtered(h_in, h_filter, width, filter_width, width), width);
}

void uses_all_of_it(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    float largest = h_in[0];
    for (int i = 0; i < width; ++i) largest = h_in[i] > largest ? h_in[i] : largest;
    for (int i = width - 1; i >= 0; --i) h_out[i] = largest;
    fetch(h_out, filtered(h_in, h_filter, width, filter_width, width), width);
}

__global__ void copy_only(const float* in, float* out, int width)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < width) out[i] = in[i];
}

void sums_on_the_host(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    const int radius = filter_width / 2;
    std::vector<float> in(width), sums(width, 0.0f);
    CUDA_CHECK(cudaMemcpy(in.data(), d_in, width * sizeof(float), cudaMemcpyDeviceToHost));
    for (int i = 0; i < width; ++i)
        for (int d = -radius; d <= radius; ++d)
            if (i + d >= 0 && i + d < width) sums[i] += h_filter[d + radius] * in[i + d];
    float* d_sums = nullptr;
    CUDA_CHECK(cudaMalloc(&d_sums, width * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_sums, sums.data(), width * sizeof(float), cudaMemcpyHostToDevice));
    copy_only<<<(width + 63) / 64, 64>>>(d_sums, d_out, width);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_sums));
}

void looks_at_its_input(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    std::vector<float> in(100);
    CUDA_CHECK(cudaMemcpy(in.data(), d_in, in.size() * sizeof(float), cudaMemcpyDeviceToHost));
    float all = 0.0f;
    for (int k = 0; k < filter_width; ++k) all += h_filter[k];
    if (all > 1e30f) return;
    launch_wide(d_in, h_filter, d_out, width, filter_width, filter_width);
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wuninitialized"
__global__ void convolve_unset(const float* in, float* out, int width, int radius)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= width) return;
    float sum;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += c_wide[d + radius] * in[i + d];
    out[i] = sum;
}
#pragma GCC diagnostic pop

void never_sets_its_sum(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_wide, h_filter, filter_width * sizeof(float)));
    convolve_unset<<<(width + 63) / 64, 64>>>(d_in, d_out, width, filter_width / 2);
    CUDA_CHECK(cudaDeviceSynchronize());
}
