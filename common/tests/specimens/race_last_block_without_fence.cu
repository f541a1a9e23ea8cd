// expect: race, line 14, other 20, array d_partial
#include <cuda_runtime.h>

// Correct except for the missing fence: the counter may be seen before the sums.
__device__ unsigned g_done = 0;

__global__ void sum(const float* in, float* partial, float* total)
{
    __shared__ bool s_last;
    if (threadIdx.x == 0) {
        float part = 0.0f;
        for (int i = 0; i < 64; ++i) part += in[blockIdx.x * 64 + i];

        partial[blockIdx.x] = part;
        s_last = atomicInc(&g_done, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (!s_last || threadIdx.x != 0) return;
    float all = 0.0f;
    for (unsigned b = 0; b < gridDim.x; ++b) all += partial[b];
    *total = all;
}

int main()
{
    float *d_in = nullptr, *d_partial = nullptr, *d_total = nullptr, in[512];
    for (int i = 0; i < 512; ++i) in[i] = float(i % 7);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_partial, 8 * sizeof(float));
    cudaMalloc(&d_total, sizeof(float));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    sum<<<8, 64>>>(d_in, d_partial, d_total);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_partial);
    cudaFree(d_total);
}
