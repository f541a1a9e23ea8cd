// expect: clean
#include <cuda_runtime.h>

// Neighbouring blocks read each other's inputs, and each writes its own outputs.
__global__ void sum3(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= n) return;
    out[i] = (i > 0 ? in[i - 1] : 0.0f) + in[i] + (i + 1 < n ? in[i + 1] : 0.0f);
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[1000];
    for (int i = 0; i < 1000; ++i) in[i] = float(i % 17);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    for (int round = 0; round < 3; ++round) {
        sum3<<<8, 128>>>(d_in, d_out, 1000);
        sum3<<<8, 128>>>(d_out, d_in, 1000);
    }
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
