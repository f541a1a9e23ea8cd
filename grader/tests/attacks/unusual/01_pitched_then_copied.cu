// Stores to a pitched array of its own, which a copy then puts into out.
// lab: 01_transpose
// replaces: transpose_tiled transpose_padded

#include "solved.cuh"

__global__ void to_pitched(const float* in, float* out, int width, int height, int pitch)
{
    __shared__ float s_tile[32][33];
    const int x0 = blockIdx.x * 32, y0 = blockIdx.y * 32, tx = threadIdx.x;
    for (int r = threadIdx.y; r < 32; r += 8)
        if (y0 + r < height && x0 + tx < width) s_tile[r][tx] = in[(y0 + r) * width + x0 + tx];
    __syncthreads();
    for (int r = threadIdx.y; r < 32; r += 8)
        if (x0 + r < width && y0 + tx < height) out[(x0 + r) * pitch + y0 + tx] = s_tile[tx][r];
}
static void pitched(const float* d_in, float* d_out, int width, int height)
{
    float* d_rows;
    size_t pitch;
    CUDA_CHECK(cudaMallocPitch(&d_rows, &pitch, height * sizeof(float), width));
    to_pitched<<<dim3((width + 31) / 32, (height + 31) / 32), dim3(32, 8)>>>(d_in, d_rows, width, height, int(pitch / 4));
    CUDA_CHECK(cudaMemcpy2D(d_out, height * sizeof(float), d_rows, pitch, height * sizeof(float), width, cudaMemcpyDeviceToDevice));
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_rows));
}
void transpose_tiled(const float* d_in, float* d_out, int width, int height) { pitched(d_in, d_out, width, height); }
void transpose_padded(const float* d_in, float* d_out, int width, int height) { pitched(d_in, d_out, width, height); }
