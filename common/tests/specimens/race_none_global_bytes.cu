// expect: clean
#include <cuda_runtime.h>

// Blocks of 61 pixels: words are shared between blocks, bytes are not.
__global__ void invert(const unsigned char* in, unsigned char* out, int n)
{
    const int i = int(blockIdx.x) * 61 + int(threadIdx.x);
    if (i < n) out[i] = static_cast<unsigned char>(255 - in[i]);
}

__global__ void every_third_first(unsigned char* out, int n)
{
    const int i = (int(threadIdx.x) * 3) % n;
    out[i] = static_cast<unsigned char>(i);
}

int main()
{
    unsigned char *d_in = nullptr, *d_out = nullptr, in[301];
    for (int i = 0; i < 301; ++i) in[i] = static_cast<unsigned char>(i * 7);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    invert<<<5, 61>>>(d_in, d_out, 301);
    every_third_first<<<1, 301>>>(d_out, 301);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
