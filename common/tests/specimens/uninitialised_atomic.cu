// expect: uninitialised, line 7, array d_sum, index [0]
#include <cuda_runtime.h>

// An atomic update reads: the sum begins with whatever was there.
__global__ void add(const float* in, float* sum)
{
    atomicAdd(sum, in[threadIdx.x]);
}

int main()
{
    float *d_in = nullptr, *d_sum = nullptr;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_sum, sizeof(float));
    cudaMemset(d_in, 0, 64 * sizeof(float));
    add<<<1, 64>>>(d_in, d_sum);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_sum);
}
