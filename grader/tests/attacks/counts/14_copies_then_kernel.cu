// Transposes with one strided copy a column into a scratch array, which a kernel copies in float4.
// lab: 14_copy_rate
// replaces: transpose_fast
// ends: implausible
// by: plausible counts

#include "solved.cuh"

__global__ void copy_fours(const float4* from, float4* to, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) to[i] = from[i];
}
__global__ void copy_all(const float* from, float* to, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) to[i] = from[i];
}
void transpose_fast(const float* d_in, float* d_out, int width, int height)
{
    const int n = width * height;
    float* d_turned = nullptr;
    CUDA_CHECK(cudaMalloc(&d_turned, n * sizeof(float)));
    for (int x = 0; x < width; ++x) CUDA_CHECK(cudaMemcpy2D(d_turned + x * height, 4, d_in + x, width * 4, 4, height, cudaMemcpyDeviceToDevice));
    if (n % 4 == 0 && at_multiple_of_16(d_out)) copy_fours<<<(n / 4 + 255) / 256, 256>>>(reinterpret_cast<const float4*>(d_turned), reinterpret_cast<float4*>(d_out), n / 4);
    else copy_all<<<(n + 255) / 256, 256>>>(d_turned, d_out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_turned));
}
