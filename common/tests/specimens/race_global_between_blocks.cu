// expect: race, line 8, other 8, array d_out, index [64]
#include <cuda_runtime.h>

// Blocks of 64 outputs, 65 threads each: the last thread of a block and the first of the next own the same element.
__global__ void scale(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x) * 64 + int(threadIdx.x);
    if (i < n) out[i] = in[i] * float(blockIdx.x + 1);
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[200];
    for (int i = 0; i < 200; ++i) in[i] = float(i + 1);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    scale<<<2, 65>>>(d_in, d_out, 200);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
