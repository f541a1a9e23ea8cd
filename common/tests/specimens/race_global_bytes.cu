// expect: race, line 7, other 7, array d_out, index [64]
#include <cuda_runtime.h>

__global__ void invert(const unsigned char* in, unsigned char* out, int n)
{
    const int i = int(blockIdx.x) * 64 + int(threadIdx.x);
    if (i < n) out[i] = static_cast<unsigned char>(in[i] + blockIdx.x);
}

int main()
{
    unsigned char *d_in = nullptr, *d_out = nullptr, in[201];
    for (int i = 0; i < 201; ++i) in[i] = static_cast<unsigned char>(i * 7);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    invert<<<2, 65>>>(d_in, d_out, 201);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
