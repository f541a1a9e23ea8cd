// expect: race, line 9, other 9, array d_sums, index [3]; then race, line 20, other 18, array d_sums, index [1]
#include <cuda_runtime.h>

// Two blocks add to one word by functions that are atomic within a block alone; then one of two does.
template <class T>
__global__ void add(T* sums, const T* in)
{
    const int i = int(threadIdx.x + threadIdx.y * blockDim.x);
    atomicAdd_block(&sums[3], in[i]);
    atomicAdd_block(&sums[4 + blockIdx.y], in[i]);
}

__global__ void largest(int* sums, const int* in)
{
    const int i = int(threadIdx.x);
    if (i % 3 != 1) return;
    if (blockIdx.x == 1)
        atomicMax(&sums[1], in[i]);
    else
        atomicMax_block(&sums[1], in[i]);
}

int main()
{
    int *d_sums = nullptr, *d_in = nullptr, in[39];
    for (int i = 0; i < 39; ++i) in[i] = i * 5 - i % 7;
    cudaMalloc(&d_sums, 8 * sizeof(int));
    cudaMalloc(&d_in, sizeof in);
    cudaMemset(d_sums, 0, 8 * sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    add<int><<<dim3(1, 3), dim3(13, 3)>>>(d_sums, d_in);
    largest<<<2, 37>>>(d_sums, d_in);
    cudaDeviceSynchronize();
    cudaFree(d_sums);
    cudaFree(d_in);
}
