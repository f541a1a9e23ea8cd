// Lets a kernel's printf store a count by %n into the harness's stack.
// ends: passed
// by: the engine's printf, which prints %n in a kernel as it stands and stores nothing
// level: harmless

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(char* at)
{
    printf("%n", reinterpret_cast<int*>(at));
}

#include "one_launch.cuh"
