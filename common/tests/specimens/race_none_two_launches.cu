// expect: clean
#include <cuda_runtime.h>

// The second launch reads what the first one wrote, from both ends: several host threads access each page at once.
__global__ void fill(int* a, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) a[i] = i * 3;
}

__global__ void add_mirrored(const int* a, int* b, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) b[i] = a[i] + a[n - 1 - i];
}

int main()
{
    const int n = 60000, block = 256, blocks = (n + block - 1) / block;
    for (int turn = 0; turn < 100; ++turn) {
        int *d_a = nullptr, *d_b = nullptr;
        cudaMalloc(&d_a, n * sizeof(int));
        cudaMalloc(&d_b, n * sizeof(int));
        fill<<<blocks, block>>>(d_a, n);
        add_mirrored<<<blocks, block>>>(d_a, d_b, n);
        cudaDeviceSynchronize();
        cudaFree(d_a);
        cudaFree(d_b);
    }
    return 0;
}
