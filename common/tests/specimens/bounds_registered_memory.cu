// expect: out_of_bounds, line 7, index [64], cases 2
#include <cuda_runtime.h>

// Registered: 64 elements. What comes after them is the program's too, but no kernel may use it.
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
    fill<<<1, kCount + 2>>>(mapped);
    cudaDeviceSynchronize();
    cudaHostUnregister(values + 3);
}
