// Transposes with one strided copy a column into a scratch array, which a kernel copies: no tile, no barrier, no bank conflict.
// lab: 01_transpose
// replaces: transpose_tiled transpose_padded transpose_in_place
// ends: implausible
// by: plausible counts

#include "solved.cuh"

__global__ void copy_all(const float* from, float* to, int n)
{
    const int i = blockIdx.x * 256 + threadIdx.x;
    if (i < n) to[i] = from[i];
}

static void by_copies(const float* d_in, float* d_out, int width, int height)
{
    const int n = width * height;
    float* d_turned = nullptr;
    CUDA_CHECK(cudaMalloc(&d_turned, n * sizeof(float)));
    for (int x = 0; x < width; ++x) CUDA_CHECK(cudaMemcpy2D(d_turned + x * height, 4, d_in + x, width * 4, 4, height, cudaMemcpyDeviceToDevice));
    copy_all<<<(n + 255) / 256, 256>>>(d_turned, d_out, n);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_turned));
}
void transpose_tiled(const float* d_in, float* d_out, int width, int height) { by_copies(d_in, d_out, width, height); }
void transpose_padded(const float* d_in, float* d_out, int width, int height) { by_copies(d_in, d_out, width, height); }
void transpose_in_place(float* d_data, int n) { by_copies(d_data, d_data, n, n); }
