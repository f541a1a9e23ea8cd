// expect: race, line 15, other 16, array s_words
#include <cuda_runtime.h>

// The last warp of a reduction as old books have it: volatile instead of __syncwarp(). Since Volta, lanes need not run in step. The fence
// orders each lane's own accesses; it makes no lane wait.
__global__ void sum(const int* in, int* out)
{
    __shared__ int s_words[64];
    const int t = int(threadIdx.x);
    s_words[t] = in[t];
    __syncthreads();
    if (t < 32) {
        volatile int* s_sum = s_words;
        __threadfence_block();
        s_sum[t] = s_sum[t] + s_sum[t + 32];
        s_sum[t] = s_sum[t] + s_sum[t + 16];
        __threadfence_block();
        s_sum[t] = s_sum[t] + s_sum[t + 8];
        s_sum[t] = s_sum[t] + s_sum[t + 4];
        s_sum[t] = s_sum[t] + s_sum[t + 2];
        s_sum[t] = s_sum[t] + s_sum[t + 1];
        if (t == 0) *out = s_sum[0];
    }
}

int main()
{
    int *d_in = nullptr, *d_out = nullptr;
    cudaMalloc(&d_in, 64 * sizeof(int));
    cudaMalloc(&d_out, sizeof(int));
    cudaMemset(d_in, 1, 64 * sizeof(int));
    sum<<<1, 64>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
