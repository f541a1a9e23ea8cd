// expect: out_of_bounds, line 9, cases 64
#include <cstdlib>
#include <cuda_runtime.h>

// As a card's driver has it, the device cannot reach memory any more that is unregistered.
__global__ void count_down(int* at)
{
    const int mine = 64 - int(threadIdx.x);
    at[threadIdx.x] = mine;
}

int main()
{
    auto* numbers = static_cast<int*>(std::malloc(64 * sizeof(int)));
    cudaHostRegister(numbers, 64 * sizeof(int), cudaHostRegisterMapped);
    count_down<<<1, 64>>>(numbers);
    cudaDeviceSynchronize();
    cudaHostUnregister(numbers);
    count_down<<<1, 64>>>(numbers);
    cudaDeviceSynchronize();
    std::free(numbers);
}
