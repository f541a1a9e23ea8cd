// expect: barrier, line 13; then barrier, line 25
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Blocks wait for the grid a different number of times.
__global__ void steps(float* out, const float* in)
{
    const cg::grid_group grid = cg::this_grid();
    const int i = int(grid.thread_rank());
    for (unsigned step = 0; step < 2 + blockIdx.x / 2; ++step) {
        grid.sync();
        if (i < 45) out[i] = in[44 - i] * float(step + 1);
        grid.sync();
    }
}

// One block does not wait at all.
template <class T>
__global__ void first_block(T* out, const T* in)
{
    const int i = int(threadIdx.x);
    if (blockIdx.x == 1) {
        cg::this_grid().sync();
        out[i] = in[i + 3] * T(2);
    }
}

int main()
{
    float *d_out = nullptr, *d_in = nullptr, in[45];
    for (int i = 0; i < 45; ++i) in[i] = float(i) * 0.25f - 7.0f;
    cudaMalloc(&d_out, sizeof in);
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    void* arguments[] = {&d_out, &d_in};
    cudaLaunchCooperativeKernel((const void*)steps, dim3(3), dim3(19), arguments, 0, 0);
    cudaLaunchCooperativeKernel(first_block<float>, dim3(2), dim3(41), arguments, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(d_out);
    cudaFree(d_in);
}
