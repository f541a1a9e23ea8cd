// The basic kernel, reading a kernel's copy of the input through a texture: one global load an output, and no tile.
// lab: 04_tiled_design1
// ends: implausible
// by: plausible counts

#include "solved.cuh"

__global__ void copy_all(const float* from, float* to, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) to[i] = from[i];
}

#include "texture_of_floats.cuh"

__global__ void basic_by_texture(cudaTextureObject_t in, float* out, int width)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i >= width) return;
    float sum = 0;
    for (int d = -4; d <= 4; ++d)
        if (i + d >= 0 && i + d < width) sum += c_filter[d + 4] * tex1Dfetch<float>(in, i + d);
    out[i] = sum;
}
static void cheat(const float* d_in, const float* h_filter, float* d_out, int n)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    float* d_copy = nullptr;
    CUDA_CHECK(cudaMalloc(&d_copy, n * sizeof(float)));
    copy_all<<<(n + 255) / 256, 256>>>(d_in, d_copy, n);
    cudaTextureObject_t image = texture_of(d_copy, n);
    basic_by_texture<<<(n + 255) / 256, 256>>>(image, d_out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroyTextureObject(image));
    CUDA_CHECK(cudaFree(d_copy));
}
void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width) { cheat(d_in, h_filter, d_out, width); }
void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width) { cheat(d_in, h_filter, d_out, width); }
void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width) { cheat(d_in, h_filter, d_out, width); }
