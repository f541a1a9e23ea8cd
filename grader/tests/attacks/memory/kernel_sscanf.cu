// Lets a kernel's sscanf store into the harness's stack.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

#include "foreign.cuh"
struct Method {
    static void scan(char* at) { std::sscanf("7", "%d", reinterpret_cast<int*>(at)); }
};
__global__ void store(char* at)
{
    Method::scan(at);
}

#include "one_launch.cuh"
