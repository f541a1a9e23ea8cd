// expect: out_of_bounds, line 7, array d_in, index [5]
#include <cuda_runtime.h>

__global__ void add(const float* in, float* out, int n)
{
    const int i = threadIdx.x;
    const float x = in[i] + 10.0f;      // only the store is guarded; the load must not follow it into the branch
    if (i < n) out[i] = x;
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[5] = {1, 2, 3, 4, 5};
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    add<<<1, 32>>>(d_in, d_out, 5);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
