// expect: race, line 18, other 14, array s_most
#include <cuda_runtime.h>

// Each thread loads the most so far, and after a long loop stores more, without a swap. Its swaps, of the number of them, do not excuse that.
__global__ void most(const int* in, int* out, int n)
{
    __shared__ int s_most, s_times;
    if (threadIdx.x == 0) s_most = s_times = 0;
    __syncthreads();
    int seen = 0, value = 0;
    for (int turn = 0; turn < 2; ++turn) {
        int assumed = s_times;
        while (assumed != atomicCAS(&s_times, assumed, assumed + 1)) ++assumed;
        seen = s_most;
        for (int j = 0; j < n; ++j) value += in[j] + int(threadIdx.x);
        assumed = s_times;
        while (assumed != atomicCAS(&s_times, assumed, assumed + 1)) ++assumed;
        if (value > seen) s_most = value;
        __syncthreads();
    }
    out[threadIdx.x] = s_most + s_times;
}

int main()
{
    const int n = 400, threads = 64;
    int *d_in = nullptr, *d_out = nullptr;
    cudaMalloc(&d_in, n * sizeof(int));
    cudaMemset(d_in, 1, n * sizeof(int));
    cudaMalloc(&d_out, threads * sizeof(int));
    most<<<1, threads>>>(d_in, d_out, n);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
    return 0;
}
