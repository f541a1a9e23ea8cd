// expect: race, line 6, other 6, array d_count, index [0]
#include <cuda_runtime.h>

__global__ void count(const int* in, int* total)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] % 2 != 0) *total += 1;
}

int main()
{
    int *d_in = nullptr, *d_count = nullptr, in[128];
    for (int i = 0; i < 128; ++i) in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_count, sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_count, 0, sizeof(int));
    count<<<2, 64>>>(d_in, d_count);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_count);
}
