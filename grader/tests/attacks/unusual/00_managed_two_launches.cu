// Managed memory, a launch for each half.
// lab: 00_first_kernels
// replaces: add_from_host

#include "solved.cuh"
#include <cstring>

void add_from_host(const float* h_in, float* h_out, int n)
{
    float *in, *out;
    CUDA_CHECK(cudaMallocManaged(&in, n * sizeof(float)));
    CUDA_CHECK(cudaMallocManaged(&out, n * sizeof(float)));
    std::memcpy(in, h_in, n * sizeof(float));
    const int half = (n + 1) / 2;
    add_in_blocks_kernel<<<(half + 255) / 256, 256>>>(in, out, half);
    if (n > half) add_in_blocks_kernel<<<(n - half + 255) / 256, 256>>>(in + half, out + half, n - half);
    CUDA_CHECK(cudaDeviceSynchronize());
    std::memcpy(h_out, out, n * sizeof(float));
    CUDA_CHECK(cudaFree(in));
    CUDA_CHECK(cudaFree(out));
}
