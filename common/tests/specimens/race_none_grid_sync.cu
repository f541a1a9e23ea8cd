// expect: clean
#include <cooperative_groups.h>
#include <cuda_runtime.h>

// Two passes in one launch: each block reads what its neighbour wrote before the grid's barrier.
__global__ void shift_twice(int* a, int* b, int n)
{
    __shared__ int s_mine[64];
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    s_mine[threadIdx.x] = i;
    a[i] = i * 3;
    cooperative_groups::this_grid().sync();
    b[i] = a[(i + 64) % n] + s_mine[63 - threadIdx.x];
    cooperative_groups::this_grid().sync();
    a[i] = b[(i + 1) % n];
}

int main()
{
    int *d_a = nullptr, *d_b = nullptr, n = 256, a[256];
    cudaMalloc(&d_a, sizeof a);
    cudaMalloc(&d_b, sizeof a);
    void* arguments[] = {&d_a, &d_b, &n};
    if (cudaLaunchCooperativeKernel(shift_twice, dim3(4), dim3(64), arguments) != cudaSuccess) return 1;
    if (cudaMemcpy(a, d_a, sizeof a, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    for (int i = 0; i < n; ++i) {
        const int j = (i + 1) % n;
        if (a[i] != (j + 64) % n * 3 + j / 64 * 64 + 63 - j % 64) return 1;
    }
    cudaFree(d_a);
    cudaFree(d_b);
}
