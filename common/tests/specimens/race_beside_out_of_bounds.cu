// expect: out_of_bounds, line 10, array d_in, index [64]; then race, line 10, other 12, array s_part
#include <cuda_runtime.h>

// Two mistakes: the load leaves the array before its thread reads what it races for. Neither is a consequence of the other.
__global__ void sums(const float* in, float* out)
{
    __shared__ float s_part[64];
    const int t = int(threadIdx.x);

    s_part[t] = in[t + 1];
    // a __syncthreads() is missing
    out[t] = s_part[t] + s_part[(t + 63) % 64];
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[64] = {};
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
