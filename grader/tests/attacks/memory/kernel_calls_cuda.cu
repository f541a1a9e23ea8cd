// Calls cudaMemcpy in a kernel, by way of a class's method.
// ends: crash or out_of_bounds
// by: the engine: a kernel calls no function of the CUDA runtime

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
static char zero[16];
#define ON_DEVICE   // nothing, which the translator cannot know
struct Method {
    static ON_DEVICE void copy(char* at) { cudaMemcpy(at, zero, 16, cudaMemcpyHostToHost); }
};
__global__ void store(char* at)
{
    Method::copy(at);
}

#include "one_launch.cuh"
