// expect: clean
#include <cuda_runtime.h>

// Each thread has its own element, in one launch after another; the host stores in between.
__global__ void add_one(float* a, const float* b)
{
    a[threadIdx.x] += b[threadIdx.x % 3];
}

int main()
{
    constexpr int kCount = 300;
    static float values[kCount + 8], steps[4] = {0, 1, 1, 1};
    float *mapped = nullptr, *mapped_steps = nullptr;
    cudaHostRegister(values + 3, kCount * sizeof(float), cudaHostRegisterMapped);
    cudaHostRegister(steps + 1, 3 * sizeof(float), cudaHostRegisterDefault);
    cudaHostGetDevicePointer(&mapped, values + 3, 0);
    cudaHostGetDevicePointer(&mapped_steps, steps + 1, 0);
    for (int turn = 0; turn < 3; ++turn) {
        add_one<<<1, kCount>>>(mapped, mapped_steps);
        add_one<<<1, kCount / 2>>>(mapped + 1, mapped_steps);
        cudaDeviceSynchronize();
        values[4] += 1;
    }
    const bool right = values[3] == 3 && values[4] == 9 && values[kCount + 2] == 3 && values[2] == 0 && values[kCount + 3] == 0;
    cudaHostUnregister(values + 3);
    cudaHostUnregister(steps + 1);
    return right ? 0 : 3;
}
