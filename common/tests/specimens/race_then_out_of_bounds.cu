// expect: race, line 9, other 11, array s_part; then out_of_bounds, line 13, array d_out, index [64]
#include <cuda_runtime.h>

// The race comes first. What the block does afterwards may be a consequence, but is near the array, and no value explains it: both are reported.
__global__ void sums(const float* in, float* out)
{
    __shared__ float s_part[64];
    const int t = int(threadIdx.x);
    s_part[t] = in[t];
    // a __syncthreads() is missing
    const float sum = s_part[t] + s_part[(t + 63) % 64];
    __syncthreads();
    out[t + 1] = sum;
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[64] = {};
    for (int i = 0; i < 64; ++i) in[i] = 0.5f + float(i);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
