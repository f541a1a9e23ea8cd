// Arrays of the file in device memory, by cudaMemcpyToSymbol and FromSymbol.

#include "solved.cuh"

__device__ float g_in[1 << 19], g_out[1 << 19], g_filter[256];
__global__ void of_file(int width, int filter_width)
{
    const int radius = filter_width / 2, i = blockIdx.x * 256 + threadIdx.x;
    if (i >= width) return;
    float sum = 0;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += g_filter[d + radius] * g_in[i + d];
    g_out[i] = sum;
}
void conv1d_basic(const float* h_in, const float* h_filter, float* h_out, int width, int filter_width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(g_in, h_in, width * sizeof(float)));
    CUDA_CHECK(cudaMemcpyToSymbol(g_filter, h_filter, filter_width * sizeof(float)));
    of_file<<<(width + 255) / 256, 256>>>(width, filter_width);
    CUDA_CHECK(cudaMemcpyFromSymbol(h_out, g_out, width * sizeof(float)));
}
