// Stores into the harness's stack by indexing a local array of the kernel.
// ends: out_of_bounds
// says: through a host pointer
// by: the engine: local arrays are watched

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
__device__ int sink;
__global__ void store(char* at)
{
    char window[2] = {1, 2};
    window[at - window] = 0;
    if (window[threadIdx.x] == 77) sink = 1;
}

#include "one_launch.cuh"
