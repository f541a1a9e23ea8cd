// expect: out_of_bounds, line 7, cases 64
#include <cuda_runtime.h>

// As a card's driver has it, the device cannot reach memory any more that is unregistered.
__global__ void fill(float* a)
{
    a[threadIdx.x] = 1;
}

int main()
{
    constexpr int kCount = 64;
    static float values[kCount + 8];
    float* mapped = nullptr;
    cudaHostRegister(values + 3, kCount * sizeof(float), cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&mapped, values + 3, 0);
    fill<<<1, kCount>>>(mapped);
    cudaDeviceSynchronize();
    cudaHostUnregister(values + 3);
    fill<<<1, kCount>>>(mapped);
    cudaDeviceSynchronize();
}
