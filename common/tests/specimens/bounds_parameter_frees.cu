// expect: out_of_bounds, line 15, array value
#include <cuda_runtime.h>

// The parameter is a copy of `counter`, and the host destroys it after the launch: the next launch has no array.
struct Counter {
    int* value;
    Counter()
    {
        cudaMalloc(&value, sizeof(int));
        cudaMemset(value, 0, sizeof(int));
    }
    ~Counter() { cudaFree(value); }
};

__global__ void count(Counter counter) { atomicAdd(counter.value, 1); }

int main()
{
    Counter counter;
    count<<<1, 32>>>(counter);
    count<<<1, 32>>>(counter);
    cudaDeviceSynchronize();
}
