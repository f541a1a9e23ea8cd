// expect: barrier, line 14, cases 2
#include <cooperative_groups.h>
#include <cuda_runtime.h>

// In both blocks threads diverge after the grid's barrier: each block is a separate case, although the two take turns.
__global__ void halves(float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    out[i] = float(i);
    cooperative_groups::this_grid().sync();
    if (threadIdx.x < 40) {
        out[i] += 1.0f;
        __syncthreads();
    }
    cooperative_groups::this_grid().sync();
    out[i] *= 2.0f;
}

int main()
{
    int n = 128;
    float* d_out = nullptr;
    cudaMalloc(&d_out, n * sizeof(float));
    void* arguments[] = {&d_out, &n};
    cudaLaunchCooperativeKernel((void*)halves, dim3(2), dim3(64), arguments, 0, nullptr);
    cudaDeviceSynchronize();
    cudaFree(d_out);
    return 0;
}
