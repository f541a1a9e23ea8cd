// expect: clean
#include <cuda_runtime.h>

// The kernel itself stores to no element: a function does, through a pointer. Another array is used in a branch that nobody takes.
__device__ void fill(float* row, const float* in, int width)
{
    if (int(threadIdx.x) < width) row[width - 1 - threadIdx.x] = in[threadIdx.x];
}

__global__ void reverse(float* out, const float* in, int width)
{
    __shared__ float s_row[37], s_other[5];
    fill(s_row, in, width);
    __syncthreads();
    const int x = int(threadIdx.x);
    if (x < width) out[x] = width > 37 ? s_other[x % 5] : s_row[x] * 0.5f;
}

int main()
{
    float *d_out = nullptr, *d_in = nullptr, in[37];
    for (int i = 0; i < 37; ++i) in[i] = float(i) * 1.25f - 2.0f;
    cudaMalloc(&d_out, sizeof in);
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    reverse<<<1, 41>>>(d_out, d_in, 37);
    cudaDeviceSynchronize();
    cudaFree(d_out);
    cudaFree(d_in);
}
