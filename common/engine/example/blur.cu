#include "blur.hpp"

namespace {

constexpr int kThreads = 64;

__global__ void blur_tiled(const float* in, float* out, int width)
{
    __shared__ float s_tile[kThreads + 2];
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), tx = int(threadIdx.x);
    s_tile[tx + 1] = x < width ? in[x] : 0.0f;
    if (tx == 0) {
        s_tile[0] = x > 0 ? in[x - 1] : 0.0f;
        s_tile[kThreads + 1] = x + kThreads < width ? in[x + kThreads] : 0.0f;
    }
    __syncthreads();
    if (x < width) out[x] = (s_tile[tx] + s_tile[tx + 1] + s_tile[tx + 2]) / 3;
}

}  // namespace

void blur(const float* in, float* out, int width)
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, sizeof(float) * width);
    cudaMalloc(&d_out, sizeof(float) * width);
    cudaMemcpy(d_in, in, sizeof(float) * width, cudaMemcpyHostToDevice);
    blur_tiled<<<(width + kThreads - 1) / kThreads, kThreads>>>(d_in, d_out, width);
    cudaMemcpy(out, d_out, sizeof(float) * width, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
