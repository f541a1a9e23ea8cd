// expect: race, line 11, other 9, array d_a, index [383], cases 10
#include <cuda_runtime.h>

// The first blocks return, so that nothing is found before several blocks run at the same time. Two loads of one line race.
__global__ void smooth(float* a, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (blockIdx.x < 5) return;
    const float sum = i < n - 1 ? a[i - 1] + a[i + 1] : 0;
    __syncthreads();
    a[i] = 0.5f * sum + 1;
}

int main()
{
    float* d_a = nullptr;
    cudaMalloc(&d_a, 704 * sizeof(float));
    cudaMemset(d_a, 0, 704 * sizeof(float));
    smooth<<<11, 64>>>(d_a, 704);
    cudaDeviceSynchronize();
    cudaFree(d_a);
}
