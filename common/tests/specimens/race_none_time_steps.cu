// expect: clean
#include <utility>

#include <cuda_runtime.h>

// A launch for each step: no block of the next step starts before this one is complete.
__global__ void heat(const float* a, float* b, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) b[i] = i > 0 && i < n - 1 ? 0.5f * (a[i - 1] + a[i + 1]) : a[i];
}

int main()
{
    float *d_a = nullptr, *d_b = nullptr, want[250], got[250];
    for (int i = 0; i < 250; ++i) want[i] = float(i * i % 19);
    cudaMalloc(&d_a, sizeof want);
    cudaMalloc(&d_b, sizeof want);
    cudaMemcpy(d_a, want, sizeof want, cudaMemcpyHostToDevice);
    for (int step = 0; step < 5; ++step) {
        heat<<<4, 64>>>(d_a, d_b, 250);
        std::swap(d_a, d_b);
        float next[250];
        for (int i = 0; i < 250; ++i) next[i] = i > 0 && i < 249 ? 0.5f * (want[i - 1] + want[i + 1]) : want[i];
        std::swap(want, next);
    }
    cudaMemcpy(got, d_a, sizeof got, cudaMemcpyDeviceToHost);
    cudaFree(d_a);
    cudaFree(d_b);
    for (int i = 0; i < 250; ++i)
        if (got[i] != want[i]) return 1;
}
