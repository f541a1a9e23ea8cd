// Converts the input and the filter to double on the host, and sums in double.

#include "solved.cuh"
#include <vector>

__global__ void double_kernel(const double* in, const double* filter, float* out, int width, int filter_width)
{
    const int radius = filter_width / 2, i = blockIdx.x * 256 + threadIdx.x;
    if (i >= width) return;
    double sum = 0;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += filter[d + radius] * in[i + d];
    out[i] = float(sum);
}
void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    const std::vector<double> in(h_in, h_in + width), filter(h_filter, h_filter + filter_width);
    double *d_in, *d_filter;
    float* d_out;
    CUDA_CHECK(cudaMalloc(&d_in, width * sizeof(double)));
    CUDA_CHECK(cudaMalloc(&d_filter, filter_width * sizeof(double)));
    CUDA_CHECK(cudaMalloc(&d_out, width * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_in, in.data(), width * sizeof(double), cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpy(d_filter, filter.data(), filter_width * sizeof(double), cudaMemcpyHostToDevice));
    double_kernel<<<(width + 255) / 256, 256>>>(d_in, d_filter, d_out, width, filter_width);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaMemcpy(h_out, d_out, width * sizeof(float), cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_filter));
    CUDA_CHECK(cudaFree(d_out));
}
