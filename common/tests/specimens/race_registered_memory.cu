// expect: race, line 7, index [0], cases 64
#include <cuda_runtime.h>

// The program's own memory, which kernels use where it is.
__global__ void rotate(float* a, int n)
{
    a[threadIdx.x] = a[(int(threadIdx.x) + 1) % n] + 1;
}

int main()
{
    constexpr int kCount = 64;
    static float values[kCount + 8];
    float* mapped = nullptr;
    cudaHostRegister(values + 3, kCount * sizeof(float), cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&mapped, values + 3, 0);
    rotate<<<1, kCount>>>(mapped, kCount);
    cudaDeviceSynchronize();
    cudaHostUnregister(values + 3);
}
