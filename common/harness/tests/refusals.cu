// Each function has one CUDA call or launch that is refused, in the way that its name says; refusals_tests.cpp has what must be
// reported. None checks for errors unless its name says so.

#include "refusals.hpp"

#include <vector>

#include <cuda_runtime.h>

#include "cuda/check.hpp"

namespace {

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

__global__ void with_a_large_tile(const float* in, float* out, int width)
{
    __shared__ float s_tile[110][120];
    s_tile[0][threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    if (int(threadIdx.x) < width) out[threadIdx.x] = s_tile[0][threadIdx.x];
}

}  // namespace

#define PARAMETERS \
    [[maybe_unused]] const float *d_in, [[maybe_unused]] const float *h_filter, [[maybe_unused]] float *d_out, [[maybe_unused]] int width

static void launch(const float* d_in, const float* h_filter, float* d_out, int width)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    convolve<<<(width + 63) / 64, 64>>>(d_in, d_out, width);
}

void allocates_elements(PARAMETERS)
{
    float* d_copy = nullptr;
    cudaMalloc(&d_copy, width);
    cudaMemcpy(d_copy, d_in, width * sizeof(float), cudaMemcpyDeviceToDevice);
    launch(d_copy, h_filter, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    cudaFree(d_copy);
}

void copies_pointers(PARAMETERS)
{
    std::vector<float> h_in(width);
    cudaMemcpy(h_in.data(), d_in, width * sizeof(d_in), cudaMemcpyDeviceToHost);
    launch(d_in, h_filter, d_out, width);
}

void copies_to_the_pointer(PARAMETERS)
{
    float* d_copy = nullptr;
    cudaMalloc(&d_copy, width * sizeof(float));
    cudaMemcpy(&d_copy, std::vector<float>(width).data(), width * sizeof(float), cudaMemcpyHostToDevice);
    cudaFree(d_copy);
    launch(d_in, h_filter, d_out, width);
}

void copies_too_much(PARAMETERS)
{
    std::vector<float> h_in(2 * width);
    cudaMemcpy(h_in.data(), d_in + 2, 2 * width * sizeof(float), cudaMemcpyDeviceToHost);
    launch(d_in, h_filter, d_out, width);
}

void copies_in_the_wrong_direction(PARAMETERS)
{
    std::vector<float> h_out(width);
    launch(d_in, h_filter, d_out, width);
    CUDA_CHECK(cudaMemcpy(h_out.data(), d_out, width * sizeof(float), cudaMemcpyHostToDevice));
}

void exchanges_the_pointers(PARAMETERS)
{
    std::vector<float> h_out(width);
    launch(d_in, h_filter, d_out, width);
    cudaMemcpy(d_out, h_out.data(), width * sizeof(float), cudaMemcpyDeviceToHost);
}

void copies_from_freed(PARAMETERS)
{
    float *d_copy = nullptr, h_first = 0;
    cudaMalloc(&d_copy, width * sizeof(float));
    cudaFree(d_copy);
    cudaMemcpy(&h_first, d_copy, sizeof(float), cudaMemcpyDeviceToHost);
    launch(d_in, h_filter, d_out, width);
}

void copies_to_null(PARAMETERS)
{
    float* d_copy = nullptr;
    cudaMemcpy(d_copy, d_in, width * sizeof(float), cudaMemcpyDeviceToDevice);
    launch(d_in, h_filter, d_out, width);
}

void copies_by_name(PARAMETERS)
{
    cudaMemcpy(c_filter, h_filter, sizeof(c_filter), cudaMemcpyHostToDevice);
    launch(d_in, h_filter, d_out, width);
}

void passes_the_direction_for_the_offset(PARAMETERS)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter), cudaMemcpyHostToDevice);
    convolve<<<(width + 63) / 64, 64>>>(d_in, d_out, width);
}

void frees_twice(PARAMETERS)
{
    float* d_copy = nullptr;
    cudaMalloc(&d_copy, width * sizeof(float));
    launch(d_in, h_filter, d_out, width);
    cudaFree(d_copy);
    cudaFree(d_copy);
}

void frees_the_host(PARAMETERS)
{
    launch(d_in, h_filter, d_out, width);
    cudaFree(const_cast<float*>(h_filter));
}

void rounds_blocks_down(PARAMETERS)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    convolve<<<width / 64, 64>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
}

void has_a_large_block(PARAMETERS)
{
    convolve<<<1, dim3(40, 40)>>>(d_in, d_out, width);
}

void has_a_large_tile(PARAMETERS)
{
    with_a_large_tile<<<1, 32>>>(d_in, d_out, width);
}

void asks_for_much_shared(PARAMETERS)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    convolve<<<2, 64, 60000>>>(d_in, d_out, width);
}

void destroys_no_stream(PARAMETERS)
{
    launch(d_in, h_filter, d_out, width);
    cudaStreamDestroy(reinterpret_cast<cudaStream_t>(8));
}

void handles_it(PARAMETERS)
{
    float* d_much = nullptr;
    if (cudaMalloc(&d_much, std::size_t(1) << 50) != cudaSuccess) cudaGetLastError();   // and goes on without
    launch(d_in, h_filter, d_out, width);
}

void handles_one_and_not_the_next(PARAMETERS)
{
    float* d_much = nullptr;
    if (cudaMalloc(&d_much, std::size_t(1) << 50) != cudaSuccess) cudaGetLastError();
    launch(d_in, h_filter, d_out, width);
    cudaFree(d_out + 1);
}

void frees_the_pointer_itself(PARAMETERS)
{
    float* d_copy = nullptr;
    cudaMalloc(&d_copy, width * sizeof(float));
    launch(d_in, h_filter, d_out, width);
    cudaFree(&d_copy);
}
