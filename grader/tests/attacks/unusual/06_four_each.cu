// Four outputs a thread, in tiles of 512 with 128 threads; what lies beyond the tile comes from global memory.
// lab: 06_tiled_design3

#include "solved.cuh"

__global__ void four_each(const float* in, float* out, int width)
{
    __shared__ float s_tile[512];
    const int begin = blockIdx.x * 512, tx = threadIdx.x;
    for (int t = tx; t < 512; t += 128)
        if (begin + t < width) s_tile[t] = in[begin + t];
    __syncthreads();
    for (int t = tx; t < 512 && begin + t < width; t += 128) {
        float sum = 0;
        for (int d = -4; d <= 4; ++d) {
            const int i = begin + t + d;
            if (i >= 0 && i < width) sum += c_filter[d + 4] * (t + d >= 0 && t + d < 512 ? s_tile[t + d] : in[i]);
        }
        out[begin + t] = sum;
    }
}
void conv1d_design3(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    four_each<<<(width + 511) / 512, 128>>>(d_in, d_out, width);
    CUDA_CHECK(cudaDeviceSynchronize());
}
