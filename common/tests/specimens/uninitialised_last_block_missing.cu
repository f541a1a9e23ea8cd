// expect: uninitialised, line 13, array d_between, index [192]
#include <cuda_runtime.h>

// 200 / 64 rounds down: no block fills the last 8 elements.
__global__ void fill(float* out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

__global__ void twice(const float* in, float* out, unsigned n)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 2.0f * in[i];
}

int main()
{
    float *d_between = nullptr, *d_out = nullptr;
    cudaMalloc(&d_between, 200 * sizeof(float));
    cudaMalloc(&d_out, 200 * sizeof(float));
    fill<<<200 / 64, 64>>>(d_between);
    twice<<<(200 + 63) / 64, 64>>>(d_between, d_out, 200);
    cudaDeviceSynchronize();
    cudaFree(d_between);
    cudaFree(d_out);
}
