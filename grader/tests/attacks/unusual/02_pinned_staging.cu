// Copies through pinned staging buffers, asynchronously, as CUDA's guide advises.

#include "solved.cuh"
#include <cstring>

#include "part_kernel.cuh"

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    const size_t bytes = width * sizeof(float), filter_bytes = filter_width * sizeof(float);
    float *p_in, *p_filter, *p_out, *d_in, *d_filter, *d_out;
    CUDA_CHECK(cudaMallocHost(&p_in, bytes));
    CUDA_CHECK(cudaMallocHost(&p_filter, filter_bytes));
    CUDA_CHECK(cudaMallocHost(&p_out, bytes));
    std::memcpy(p_in, h_in, bytes);
    std::memcpy(p_filter, h_filter, filter_bytes);
    CUDA_CHECK(cudaMalloc(&d_in, bytes));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_bytes));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    cudaStream_t stream;
    CUDA_CHECK(cudaStreamCreate(&stream));
    CUDA_CHECK(cudaMemcpyAsync(d_in, p_in, bytes, cudaMemcpyHostToDevice, stream));
    CUDA_CHECK(cudaMemcpyAsync(d_filter, p_filter, filter_bytes, cudaMemcpyHostToDevice, stream));
    part_kernel<<<(width + 255) / 256, 256, 0, stream>>>(d_in, d_filter, d_out, width, filter_width, 0, width);
    CUDA_CHECK(cudaMemcpyAsync(p_out, d_out, bytes, cudaMemcpyDeviceToHost, stream));
    CUDA_CHECK(cudaStreamSynchronize(stream));
    std::memcpy(h_out, p_out, bytes);
    CUDA_CHECK(cudaStreamDestroy(stream));
    CUDA_CHECK(cudaFreeHost(p_in));
    CUDA_CHECK(cudaFreeHost(p_filter));
    CUDA_CHECK(cudaFreeHost(p_out));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_filter));
    CUDA_CHECK(cudaFree(d_out));
}
