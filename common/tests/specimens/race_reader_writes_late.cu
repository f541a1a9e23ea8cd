// expect: race, line 11, other 10, array s_limit
#include <cuda_runtime.h>

// All threads read it, and one of them writes it although others may not have read it yet.
__global__ void lower(const int* in, int* out)
{
    __shared__ int s_limit;
    if (threadIdx.x == 0) s_limit = in[0];
    __syncthreads();
    const int limit = s_limit;
    if (threadIdx.x == 40) s_limit = in[1];
    __syncthreads();
    out[threadIdx.x] = limit - s_limit;
}

int main()
{
    int *d_in = nullptr, *d_out = nullptr;
    const int in[2] = {7, 3};
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, 64 * sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    lower<<<1, 64>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
