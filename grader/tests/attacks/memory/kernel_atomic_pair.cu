// Lets a kernel's compare-and-exchange store what it found into the harness's stack.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(char* at)
{
    int zero = 0;
    __atomic_compare_exchange_n(&zero, reinterpret_cast<int*>(at), 1, false, 0, 0);
}

#include "one_launch.cuh"
