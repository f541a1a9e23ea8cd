// expect: endless, line 10
#include <cuda_runtime.h>

// Half of the threads have loaded the sum and wait for ever, before they swap it. That they have not swapped is not a race.
__global__ void total(const int* in, int* sum, const volatile int* never)
{
    int seen = *sum, value = 0, assumed;
    for (int j = 0; j < 300; ++j) value += in[j];
    if (threadIdx.x % 2 == 0)
        while (*never == 0) {}
    do {
        assumed = seen;
        seen = atomicCAS(sum, assumed, assumed + value);
    } while (assumed != seen);
}

int main()
{
    const int n = 300;
    int *d_in = nullptr, *d_sum = nullptr, *d_never = nullptr;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMemset(d_in, 1, n * sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    cudaMalloc(&d_never, sizeof(int));
    cudaMemset(d_never, 0, sizeof(int));
    total<<<1, 64>>>(d_in, d_sum, d_never);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_sum);
    cudaFree(d_never);
    return 0;
}
