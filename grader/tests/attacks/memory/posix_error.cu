// Sets errno through the address that the C library gives, then what is beside it.
// ends: out_of_bounds or does_not_compile
// by: the engine's guard

#include <cstdint>
#include <cerrno>

#include "solved.cuh"

// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    reinterpret_cast<volatile int*>(&errno)[-1] = 0;
}
