// expect: out_of_bounds, line 8, array d_out, index [25]
#include <cuda_runtime.h>

// cudaMalloc counts bytes: 100 of them are 25 elements.
__global__ void fill(float* out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 1.0f;
}

int main()
{
    float* d_out = nullptr;
    cudaMalloc(&d_out, 100);
    fill<<<1, 128>>>(d_out, 100);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
