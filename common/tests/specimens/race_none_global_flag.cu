// expect: clean
#include <cuda_runtime.h>

// Every thread that finds something sets the flag, all to the same value.
__global__ void find(const int* in, int wanted, int* found)
{
    if (in[blockIdx.x * blockDim.x + threadIdx.x] == wanted) *found = 1;
}

int main()
{
    int *d_in = nullptr, *d_found = nullptr, in[256];
    for (int i = 0; i < 256; ++i) in[i] = i % 5;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_found, sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_found, 0, sizeof(int));
    find<<<4, 64>>>(d_in, 3, d_found);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_found);
}
