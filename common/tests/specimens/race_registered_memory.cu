// expect: race, line 8, index [0], cases 64
#include <vector>
#include <cuda_runtime.h>

// The program's own memory, which kernels use where it is.
__global__ void rotate(float* a, int n)
{
    a[threadIdx.x] = a[(int(threadIdx.x) + 1) % n] + 1;
}

int main()
{
    std::vector<float> values(64);
    cudaHostRegister(values.data(), values.size() * sizeof(float), cudaHostRegisterDefault);
    rotate<<<1, 64>>>(values.data(), 64);
    cudaDeviceSynchronize();
    cudaHostUnregister(values.data());
}
