// Transposes with the copy engine: a kernel joins rows in pairs, and one strided copy for each pair of rows puts these in their places.
// lab: 01_transpose
// replaces: transpose_tiled transpose_padded
// ends: implausible
// by: plausible counts

#include "solved.cuh"

__global__ void join_rows(const float* in, float2* pairs, int width, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, pair = blockIdx.y * 8 + threadIdx.y;
    if (x < width && pair < height / 2) pairs[pair * width + x] = make_float2(in[2 * pair * width + x], in[(2 * pair + 1) * width + x]);
}

static void by_pairs(const float* d_in, float* d_out, int width, int height)
{
    if (height % 2 != 0) return transpose_naive(d_in, d_out, width, height);
    float2* d_pairs = nullptr;
    CUDA_CHECK(cudaMalloc(&d_pairs, width * height * sizeof(float)));
    join_rows<<<dim3((width + 31) / 32, (height + 15) / 16), dim3(32, 8)>>>(d_in, d_pairs, width, height);
    for (int pair = 0; pair < height / 2; ++pair)
        CUDA_CHECK(cudaMemcpy2D(d_out + 2 * pair, height * sizeof(float), d_pairs + pair * width, 8, 8, width, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_pairs));
}
void transpose_tiled(const float* d_in, float* d_out, int width, int height) { by_pairs(d_in, d_out, width, height); }
void transpose_padded(const float* d_in, float* d_out, int width, int height) { by_pairs(d_in, d_out, width, height); }
