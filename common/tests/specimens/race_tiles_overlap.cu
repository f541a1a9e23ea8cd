// expect: race, line 8, other 8, array d_out, index [15]
#include <cuda_runtime.h>

// Tiles of 16 columns, 15 apart: two blocks store one column, each its own value.
__global__ void fill(float* out, int width)
{
    const int x = int(blockIdx.x * 15 + threadIdx.x), y = int(threadIdx.y);
    if (x < width) out[y * width + x] = float(blockIdx.x) + float(x);
}

int main()
{
    float* d_out = nullptr;
    cudaMalloc(&d_out, 46 * 16 * sizeof(float));
    fill<<<3, dim3(16, 16)>>>(d_out, 46);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
