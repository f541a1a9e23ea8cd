// expect: race, line 10, other 11, index [32]
#include <cuda_runtime.h>

// Two arrays in one piece of dynamic shared memory: the second begins in the middle of the first.
__global__ void add(float* out, int n)
{
    extern __shared__ float s_both[];
    float* s_first = s_both;
    float* s_second = s_both + n / 2;
    s_first[threadIdx.x] = float(threadIdx.x);
    s_second[threadIdx.x] = 2.0f * float(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = s_first[threadIdx.x] + s_second[threadIdx.x];
}

int main()
{
    float* d_out = nullptr;
    cudaMalloc(&d_out, 64 * sizeof(float));
    add<<<1, 64, 2 * 64 * sizeof(float)>>>(d_out, 64);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
