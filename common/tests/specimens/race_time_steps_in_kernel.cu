// expect: race, line 9, other 9, array d_a
#include <cuda_runtime.h>

// __syncthreads() stops one block; the next block's edge may be a step ahead.
__global__ void heat(float* a, float* b, int n, int steps)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    for (int step = 0; step < steps; ++step) {
        if (i > 0 && i < n - 1) b[i] = 0.5f * (a[i - 1] + a[i + 1]);
        __syncthreads();
        float* const last = a;
        a = b;
        b = last;
    }
}

int main()
{
    float *d_a = nullptr, *d_b = nullptr, start[256];
    for (int i = 0; i < 256; ++i) start[i] = float(i * i % 19);
    cudaMalloc(&d_a, sizeof start);
    cudaMalloc(&d_b, sizeof start);
    cudaMemcpy(d_a, start, sizeof start, cudaMemcpyHostToDevice);
    cudaMemcpy(d_b, start, sizeof start, cudaMemcpyHostToDevice);
    heat<<<4, 64>>>(d_a, d_b, 256, 2);
    cudaDeviceSynchronize();
    cudaFree(d_a);
    cudaFree(d_b);
}
