// Copies the input back after the kernel to look whether it arrived, and prints if not: left from a search for a mistake.

#include "solved.cuh"
#include <vector>

#include "part_kernel.cuh"

#include <cstdio>
void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    const size_t bytes = width * sizeof(float), filter_bytes = filter_width * sizeof(float);
    float *d_in, *d_filter, *d_out;
    CUDA_CHECK(cudaMalloc(&d_in, bytes));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_bytes));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    CUDA_CHECK(cudaMemcpy(d_in, h_in, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_bytes, cudaMemcpyHostToDevice));
    std::vector<float> check(std::min(width, 100));
    CUDA_CHECK(cudaMemcpy(check.data(), d_in, check.size() * sizeof(float), cudaMemcpyDeviceToHost));
    for (size_t i = 0; i < check.size(); ++i)
        if (check[i] != h_in[i]) printf("element %zu did not arrive\n", i);
    part_kernel<<<(width + 255) / 256, 256>>>(d_in, d_filter, d_out, width, filter_width, 0, width);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_out, d_out, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < std::min(width, 20); ++i) {
        float sum = 0;
        for (int d = 0; d < filter_width; ++d)
            if (int at = i + d - filter_width / 2; at >= 0 && at < width) sum += h_filter[d] * h_in[at];
        if (sum != h_out[i]) printf("output %d differs\n", i);
    }
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_filter));
    CUDA_CHECK(cudaFree(d_out));
}
