// expect: race, line 19, other 20, array s_sum
#include <cuda_runtime.h>

// Half of the threads load the sum while the others update it. That each of them also swaps, elsewhere, doesn't make its load the first
// step of a swap.
__global__ void total(const int* in, int* out, int n)
{
    __shared__ int s_sum, s_swaps;
    if (threadIdx.x == 0) s_sum = s_swaps = 0;
    __syncthreads();
    int most = 0;
    for (int j = 0; j < n; ++j) {
        int seen = s_swaps, assumed;
        do {
            assumed = seen;
            seen = atomicCAS(&s_swaps, assumed, assumed + 1);
        } while (assumed != seen);
        if (threadIdx.x % 2 == 0)
            atomicAdd(&s_sum, in[j]);
        else if (most < s_sum) most = j;
    }
    __syncthreads();
    out[threadIdx.x] = most + s_sum;
}

int main()
{
    const int n = 200, threads = 64;
    int *d_in = nullptr, *d_out = nullptr;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMemset(d_in, 1, n * sizeof(int));
    cudaMalloc(&d_out, threads * sizeof(int));
    total<<<1, threads>>>(d_in, d_out, n);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
