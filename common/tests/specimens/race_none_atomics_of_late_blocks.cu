// expect: clean
#include <cstdio>
#include <cuda_runtime.h>

// The first blocks make no atomic access. The sum's last digits show the order in which the others added.
__global__ void add_positive(const float* in, float* sum)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (in[i] > 0) atomicAdd(sum, in[i]);
}

__global__ void fill(float* out)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    out[i] = blockIdx.x < 70 ? -1.0f : i % 3 == 0 ? 40000.0f : 0.013f * float(i % 17);
}

int main()
{
    constexpr int kBlocks = 160, kThreads = 64;
    float *d_in = nullptr, *d_sum = nullptr, sum = 0;
    cudaMalloc(&d_in, kBlocks * kThreads * sizeof(float));
    cudaMalloc(&d_sum, sizeof(float));
    cudaMemset(d_sum, 0, sizeof(float));
    fill<<<kBlocks, kThreads>>>(d_in);
    add_positive<<<kBlocks, kThreads>>>(d_in, d_sum);
    cudaMemcpy(&sum, d_sum, sizeof sum, cudaMemcpyDeviceToHost);
    std::printf("%.9g\n", double(sum));
    cudaFree(d_in);
    cudaFree(d_sum);
}
