// Lets a kernel's printf store a count by %n into the harness's stack.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(char* at)
{
    printf("%n", reinterpret_cast<int*>(at));
}

#include "one_launch.cuh"
