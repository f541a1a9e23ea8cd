// expect: clean
#include <cuda_runtime.h>

// Blocks fetch work until none is left; the second barrier keeps thread 0 from fetching before all have read.
__global__ void fill(int* next, int* out, int items)
{
    __shared__ int s_item;
    while (true) {
        if (threadIdx.x == 0) s_item = atomicAdd(next, 1);
        __syncthreads();
        const int item = s_item;
        __syncthreads();
        if (item >= items) break;
        out[item * 64 + int(threadIdx.x)] = item;
    }
}

int main()
{
    int *d_next = nullptr, *d_out = nullptr, out[20 * 64];
    cudaMalloc(&d_next, sizeof(int));
    cudaMalloc(&d_out, sizeof out);
    cudaMemset(d_next, 0, sizeof(int));
    fill<<<3, 64>>>(d_next, d_out, 20);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_next);
    cudaFree(d_out);
    for (int i = 0; i < 20 * 64; ++i)
        if (out[i] != i / 64) return 1;
}
