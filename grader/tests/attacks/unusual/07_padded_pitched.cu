// A padded pitched array with ghost pixels, filled by a 2-D copy; no test in the kernel.
// lab: 07_conv2d_tiled
// replaces: conv2d_tiled

#include "solved.cuh"

__global__ void of_padded(const float* padded, int pitch, float* out, int width, int height)
{
    __shared__ float s_tile[20][20];
    const int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * 16 + tx, y = blockIdx.y * 16 + ty;
    s_tile[ty][tx] = padded[y * pitch + x];
    __syncthreads();
    if (tx >= 16 || ty >= 16 || x >= width || y >= height) return;
    float sum = 0;
    for (int dy = 0; dy < 5; ++dy)
        for (int dx = 0; dx < 5; ++dx) sum += c_filter[dy][dx] * s_tile[ty + dy][tx + dx];
    out[y * width + x] = sum;
}
void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    const int gx = (width + 15) / 16, gy = (height + 15) / 16;
    float* d_padded;
    size_t pitch;
    CUDA_CHECK(cudaMallocPitch(&d_padded, &pitch, (gx * 16 + 4) * sizeof(float), gy * 16 + 4));
    CUDA_CHECK(cudaMemset2D(d_padded, pitch, 0, (gx * 16 + 4) * sizeof(float), gy * 16 + 4));
    CUDA_CHECK(cudaMemcpy2D(reinterpret_cast<char*>(d_padded) + 2 * pitch + 8, pitch, d_in, width * 4, width * 4, height, cudaMemcpyDeviceToDevice));
    of_padded<<<dim3(gx, gy), dim3(20, 20)>>>(d_padded, int(pitch / 4), d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_padded));
}
