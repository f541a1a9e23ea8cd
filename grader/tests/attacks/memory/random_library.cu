// Lets a generator of the standard library keep its state in the harness's stack.
// ends: passed
// by: nothing yet: the library's own stores have no hooks
// level: open

#include <cstdint>
#include <random>

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
    new (at) std::random_device;
}
