// expect: race, line 7, other 7, array d_out
#include <cuda_runtime.h>

// The index lacks blockIdx: all blocks store in the first 64 elements.
__global__ void twice(const float* in, float* out)
{
    out[threadIdx.x] = 2.0f * in[blockIdx.x * blockDim.x + threadIdx.x];
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[256];
    for (int i = 0; i < 256; ++i) in[i] = float(i);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    twice<<<4, 64>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
