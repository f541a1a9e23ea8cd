// Tiles of 32 by 16 by 256 threads, after a copy of the image by the copy engine, in rows; a look at the first result.
// lab: 10_conv2d_shuffle

#include "solved.cuh"

__global__ void strided(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[20][36];
    const int tx = threadIdx.x, ty = threadIdx.y, left = blockIdx.x * 32 - 2, top = blockIdx.y * 16 - 2;
    for (int r = ty; r < 20; r += 8)
        for (int c = tx; c < 36; c += 32) {
            const int x = left + c, y = top + r;
            s_tile[r][c] = x >= 0 && x < width && y >= 0 && y < height ? in[y * width + x] : 0.0f;
        }
    __syncthreads();
    for (int r = ty; r < 16; r += 8) {
        const int x = left + 2 + tx, y = top + 2 + r;
        if (x >= width || y >= height) continue;
        float sum = 0;
        for (int dy = 0; dy < 5; ++dy)
            for (int dx = 0; dx < 5; ++dx) sum += c_filter[dy][dx] * s_tile[r + dy][tx + dx];
        out[y * width + x] = sum;
    }
}

void conv2d_shuffle(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    float* d_copy;
    CUDA_CHECK(cudaMalloc(&d_copy, width * height * sizeof(float)));
    for (int y = 0; y < height; ++y) CUDA_CHECK(cudaMemcpyAsync(d_copy + y * width, d_in + y * width, width * sizeof(float), cudaMemcpyDeviceToDevice));
    strided<<<dim3((width + 31) / 32, (height + 15) / 16), dim3(32, 8)>>>(d_copy, d_out, width, height);
    float first = 0;
    CUDA_CHECK(cudaMemcpy(&first, d_out, sizeof first, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_copy));
}
