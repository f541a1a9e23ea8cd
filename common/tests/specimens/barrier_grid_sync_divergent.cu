// expect: barrier, line 12
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Threads beyond the width return before the grid's barrier.
__global__ void shift(float* out, const float* in, int width)
{
    const int x = int(threadIdx.x + blockIdx.x * blockDim.x), i = int(threadIdx.y) * width + x;
    if (x >= width) return;
    cg::this_grid().sync();
    out[i] = in[i] * 0.5f;
}

int main()
{
    float *d_out = nullptr, *d_in = nullptr, in[3 * 37];
    for (int i = 0; i < 3 * 37; ++i) in[i] = float(i) * 0.25f - 7.0f;
    int width = 37;
    cudaMalloc(&d_out, sizeof in);
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    void* arguments[] = {&d_out, &d_in, &width};
    cudaLaunchCooperativeKernel((const void*)shift, dim3(3), dim3(15, 3), arguments, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(d_out);
    cudaFree(d_in);
}
