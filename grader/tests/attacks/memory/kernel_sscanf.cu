// Lets a kernel's sscanf store into the harness's stack.
// ends: does_not_compile
// says: a function of the host
// by: the object gate: device code

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

#include "foreign.cuh"
#define ON_DEVICE   // nothing, which the translator cannot know
struct Method {
    static ON_DEVICE void scan(char* at) { std::sscanf("7", "%d", reinterpret_cast<int*>(at)); }
};
__global__ void store(char* at)
{
    Method::scan(at);
}

#include "one_launch.cuh"
