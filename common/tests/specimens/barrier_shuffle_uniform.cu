// expect: clean
#include <cuda_runtime.h>

// Whole warps take different branches, and half a warp names just its own lanes.
__global__ void neighbour(const int* in, int* out)
{
    int value = in[threadIdx.x];
    if (threadIdx.x < 32)
        value += __shfl_down_sync(0xffffffffu, value, 1);
    else if (threadIdx.x < 48)
        value += __shfl_xor_sync(0x0000ffffu, value, 3);
    out[threadIdx.x] = value;
}

int main()
{
    int *d_in = nullptr, *d_out = nullptr, in[64];
    for (int i = 0; i < 64; ++i) in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    neighbour<<<1, 64>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
