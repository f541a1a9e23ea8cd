// expect: race, line 8, other 8, array g_total
#include <cuda_runtime.h>

__device__ int g_total[3];

__global__ void add(const int* in)
{
    g_total[1] += in[blockIdx.x];
}

int main()
{
    int *d_in = nullptr, in[4] = {3, 5, 7, 11};
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    add<<<4, 1>>>(d_in);
    cudaDeviceSynchronize();
    cudaFree(d_in);
}
