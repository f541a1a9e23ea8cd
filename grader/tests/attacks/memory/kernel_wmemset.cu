// Lets a kernel call wmemset with the harness's stack.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <cwchar>

#include "solved.cuh"

#include "foreign.cuh"
__global__ void store(char* at)
{
    wmemset(reinterpret_cast<wchar_t*>(at), 0, 1);
}

#include "one_launch.cuh"
