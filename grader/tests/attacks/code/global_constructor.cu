// Stores past a block of the heap before main, in a global variable's constructor.
// ends: out_of_bounds or crash
// by: the engine's guard or the processor

#include <cstdlib>

#include "solved.cuh"

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

}
