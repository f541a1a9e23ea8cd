// Asks for the device in a kernel, and has the answer stored into the harness's stack.
// ends: crash
// by: the engine: a kernel calls no function of the CUDA runtime

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
#define ON_DEVICE   // nothing, which the translator cannot know
struct Method {
    static ON_DEVICE void ask(char* at) { cudaRuntimeGetVersion(reinterpret_cast<int*>(at)); }
};
__global__ void store(char* at)
{
    Method::ask(at);
}

#include "one_launch.cuh"
