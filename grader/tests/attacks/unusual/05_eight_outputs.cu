// Eight outputs a thread in registers, from a tile of 2048.
// lab: 05_tiled_design2

#include "solved.cuh"

__global__ void eight_each(const float* in, float* out, int width)
{
    __shared__ float s_tile[2048 + 8];
    const int begin = blockIdx.x * 2048;
    for (int t = threadIdx.x; t < 2056; t += 256) {
        const int i = begin + t - 4;
        s_tile[t] = i >= 0 && i < width ? in[i] : 0.0f;
    }
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
        const int t = k * 256 + threadIdx.x;
        float sum = 0;
        for (int d = 0; d < 9; ++d) sum += c_filter[d] * s_tile[t + d];
        if (begin + t < width) out[begin + t] = sum;
    }
}
void conv1d_design2(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    eight_each<<<(width + 2047) / 2048, 256>>>(d_in, d_out, width);
    CUDA_CHECK(cudaDeviceSynchronize());
}
