// One pinned staging buffer, reused for chunk after chunk in both directions.

#include "solved.cuh"
#include <cstring>

#include "part_kernel.cuh"

void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    constexpr int kChunk = 1024;
    const size_t bytes = width * sizeof(float), filter_bytes = filter_width * sizeof(float);
    float *p_chunk, *d_in, *d_filter, *d_out;
    CUDA_CHECK(cudaMallocHost(&p_chunk, kChunk * sizeof(float)));
    CUDA_CHECK(cudaMalloc(&d_in, bytes));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_bytes));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_bytes, cudaMemcpyHostToDevice));
    for (int at = 0; at < width; at += kChunk) {
        const size_t some = std::min(kChunk, width - at) * sizeof(float);
        std::memcpy(p_chunk, h_in + at, some);
        CUDA_CHECK(cudaMemcpy(d_in + at, p_chunk, some, cudaMemcpyHostToDevice));
    }
    part_kernel<<<(width + 255) / 256, 256>>>(d_in, d_filter, d_out, width, filter_width, 0, width);
    for (int at = 0; at < width; at += kChunk) {
        const size_t some = std::min(kChunk, width - at) * sizeof(float);
        CUDA_CHECK(cudaMemcpy(p_chunk, d_out + at, some, cudaMemcpyDeviceToHost));
        std::memcpy(h_out + at, p_chunk, some);
    }
    CUDA_CHECK(cudaFreeHost(p_chunk));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_filter));
    CUDA_CHECK(cudaFree(d_out));
}
