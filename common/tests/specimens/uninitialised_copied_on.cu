// expect: uninitialised, line 7, array d_second, index [0]
#include <cuda_runtime.h>

// A copy passes on values that were never initialised.
__global__ void add_one(const float* in, float* out)
{
    out[threadIdx.x] = in[threadIdx.x] + 1.0f;
}

int main()
{
    float *d_first = nullptr, *d_second = nullptr, *d_out = nullptr;
    cudaMalloc(&d_first, 64 * sizeof(float));
    cudaMalloc(&d_second, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMemcpy(d_second, d_first, 64 * sizeof(float), cudaMemcpyDeviceToDevice);
    add_one<<<1, 64>>>(d_second, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_first);
    cudaFree(d_second);
    cudaFree(d_out);
}
