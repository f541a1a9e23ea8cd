// expect: race, line 16, other 18, array s_part
#include <cuda_runtime.h>

// The next call reuses the helper's array while the first warp may still read it: a barrier is missing at the helper's end.
__device__ float sum_of_warp(float value)
{
    for (int step = 16; step > 0; step /= 2) value += __shfl_down_sync(0xffffffffu, value, step);
    return value;
}

__device__ float sum_of_block(float value)
{
    __shared__ float s_part[32];
    const unsigned lane = threadIdx.x % 32, warp = threadIdx.x / 32;
    value = sum_of_warp(value);
    if (lane == 0) s_part[warp] = value;
    __syncthreads();
    value = threadIdx.x < blockDim.x / 32 ? s_part[lane] : 0.0f;
    return warp == 0 ? sum_of_warp(value) : 0.0f;
}

__global__ void moments(const float* in, float* out)
{
    const float x = in[threadIdx.x];
    const float first = sum_of_block(x);
    const float second = sum_of_block(x * x);
    if (threadIdx.x == 0) *out = second - first * first;
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[256];
    for (int i = 0; i < 256; ++i) in[i] = float(i % 11);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof(float));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    moments<<<1, 256>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
