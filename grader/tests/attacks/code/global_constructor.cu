// Stores into the harness's variables before main, from a global variable's constructor.
// ends: out_of_bounds or crash
// by: the engine's guard

#include <cstdint>
#include <cstdlib>

#include "solved.cuh"

// Sixteen bytes on the stack, far above the part that is the submission's.
static char* foreign()
{
    volatile char here = 0;
    return reinterpret_cast<char*>((reinterpret_cast<std::uintptr_t>(&here) + 2048) / 16 * 16);
}

static struct Early {
    Early()
    {
        volatile char* const block = static_cast<char*>(std::malloc(16));
        block[4096] = block[4096];
    }
} early;

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();

}
