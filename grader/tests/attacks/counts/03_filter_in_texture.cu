// Reads the filter through a texture, not from constant memory.
// lab: 03_conv1d_constant
// ends: implausible
// by: plausible counts

#include "solved.cuh"

#include "texture_of_floats.cuh"

__global__ void filter_by_texture(const float* in, cudaTextureObject_t filter, float* out, int width, int filter_width)
{
    const int radius = filter_width / 2, i = blockIdx.x * 256 + threadIdx.x;
    if (i >= width) return;
    float sum = 0;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += tex1Dfetch<float>(filter, d + radius) * in[i + d];
    out[i] = sum;
}
void conv1d_constant(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    float* d_filter = nullptr;
    CUDA_CHECK(cudaMalloc(&d_filter, filter_width * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_filter, h_filter, filter_width * sizeof(float), cudaMemcpyHostToDevice));
    cudaTextureObject_t filter = texture_of(d_filter, filter_width);
    filter_by_texture<<<(width + 255) / 256, 256>>>(d_in, filter, d_out, width, filter_width);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroyTextureObject(filter));
    CUDA_CHECK(cudaFree(d_filter));
}
