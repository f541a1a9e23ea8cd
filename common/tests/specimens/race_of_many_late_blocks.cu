// expect: race, line 12, other 9, array d_a, index [2], cases 4; then race, line 13, other 11, array d_sum, index [1], cases 1
#include <cuda_runtime.h>

// Many blocks race for few words, at several lines, and none of the first blocks does: which come first on several host threads, depends on timing.
__global__ void mix(float* a, float* sum)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x), word = int(blockIdx.x) % 4;
    if (blockIdx.x < 90) return;
    float x = a[word];
    if (threadIdx.x == 5) {
        if (blockIdx.x % 3 == 0) x += sum[1];
        a[word] = x + float(i);
        if (blockIdx.x % 3 == 1) sum[1] = x;
    }
}

int main()
{
    constexpr int kCount = 140 * 64;
    float *d_a = nullptr, *d_sum = nullptr;
    cudaMalloc(&d_a, kCount * sizeof(float));
    cudaMalloc(&d_sum, 2 * sizeof(float));
    cudaMemset(d_a, 0, kCount * sizeof(float));
    cudaMemset(d_sum, 0, 2 * sizeof(float));
    mix<<<140, 64>>>(d_a, d_sum);
    cudaDeviceSynchronize();
    cudaFree(d_a);
    cudaFree(d_sum);
}
