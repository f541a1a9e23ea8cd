// expect: out_of_bounds, line 14, array calls
// On a GPU the host would read a variable of its own, which no kernel has counted up.
#include <cstdio>
__device__ int calls;

__global__ void count() { atomicAdd(&calls, 3); }

int main()
{
    const int before = 4;
    cudaMemcpyToSymbol(calls, &before, sizeof before);
    count<<<2, 64>>>();
    cudaDeviceSynchronize();
    std::printf("%d\n", calls);
}
