// expect: race, line 8, other 7, array d_data
#include <cuda_runtime.h>

__global__ void blur_in_place(float* data, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    const float right = i + 1 < n ? data[i + 1] : 0.0f;
    data[i] = right + 1.0f;
}

int main()
{
    float *d_data = nullptr, data[96];
    for (int i = 0; i < 96; ++i) data[i] = float(i * i);
    cudaMalloc(&d_data, sizeof data);
    cudaMemcpy(d_data, data, sizeof data, cudaMemcpyHostToDevice);
    blur_in_place<<<3, 32>>>(d_data, 96);
    cudaDeviceSynchronize();
    cudaFree(d_data);
}
