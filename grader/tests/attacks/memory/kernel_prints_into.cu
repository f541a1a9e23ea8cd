// Lets a kernel's snprintf print into the harness's stack.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(char* at)
{
    snprintf(at, 8, "%d", 5);
}

#include "one_launch.cuh"
