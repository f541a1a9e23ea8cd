// expect: clean
#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

// Each thread reaches the grid's barriers, those beyond the width too; afterwards threads return one by one.
__global__ void shift(float* out, const float* in, int width, int steps)
{
    const cg::grid_group grid = cg::this_grid();
    const int x = int(threadIdx.x + blockIdx.x * blockDim.x), i = int(threadIdx.y) * width + x;
    for (int step = 0; step < steps; ++step) {
        if (x < width) out[i] = in[i] * float(step + 1);
        if (step % 2 == 0)
            grid.sync();
        else
            cg::sync(grid);
    }
    if (x >= width) return;
    __syncwarp(__activemask());
    out[i] += 0.5f;
}

int main()
{
    float *d_out = nullptr, *d_in = nullptr, in[3 * 37];
    for (int i = 0; i < 3 * 37; ++i) in[i] = float(i) * 0.25f - 7.0f;
    int width = 37, steps = 3;
    cudaMalloc(&d_out, sizeof in);
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    void* arguments[] = {&d_out, &d_in, &width, &steps};
    cudaLaunchCooperativeKernel((const void*)shift, dim3(3), dim3(15, 3), arguments, 0, 0);
    cudaDeviceSynchronize();
    cudaFree(d_out);
    cudaFree(d_in);
}
