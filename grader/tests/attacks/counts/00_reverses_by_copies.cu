// Reverses by copies of one element within the device; the kernel only copies.
// lab: 00_first_kernels
// replaces: reverse_blocks
// ends: implausible
// by: plausible counts

#include "solved.cuh"

__global__ void copy_all(const float* from, float* to, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) to[i] = from[i];
}

void reverse_blocks(const float* d_in, float* d_out, int n)
{
    float* d_turned = nullptr;
    CUDA_CHECK(cudaMalloc(&d_turned, n * sizeof(float)));
    for (int i = 0; i < n; ++i) CUDA_CHECK(cudaMemcpy(d_turned + i / 256 * 256 + 255 - i % 256, d_in + i, sizeof(float), cudaMemcpyDeviceToDevice));
    copy_all<<<(n + 255) / 256, 256>>>(d_turned, d_out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_turned));
}
