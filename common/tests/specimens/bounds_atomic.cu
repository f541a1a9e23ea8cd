// expect: out_of_bounds, line 7, array d_count, index [31]
#include <cuda_runtime.h>

// A histogram with one bin too few.
__global__ void count(const int* in, int* bins)
{
    atomicAdd(&bins[in[threadIdx.x]], 1);
}

int main()
{
    int *d_in = nullptr, *d_count = nullptr, in[32];
    for (int i = 0; i < 32; ++i) in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_count, 31 * sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, 31 * sizeof(int));
    count<<<1, 32>>>(d_in, d_count);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_count);
}
