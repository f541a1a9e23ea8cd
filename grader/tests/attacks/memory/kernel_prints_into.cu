// Lets a kernel's snprintf print into the harness's stack.
// ends: does_not_compile
// says: it belongs to the host's library
// by: the compiler: a function of the host

#include <cstdint>
#include <cstdio>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(char* at)
{
    snprintf(at, 8, "%d", 5);
}

#include "one_launch.cuh"
