// Throws out of a callback of a stream, through the engine.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
static void called(void*) { throw 1; }

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    try {
        cudaLaunchHostFunc(nullptr, called, nullptr);
    } catch (int) {
    }
    volatile char* const to = at;
    *to = *to;
}
