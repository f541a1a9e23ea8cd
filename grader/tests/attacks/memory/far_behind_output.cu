// Writes a megabyte past the output, into what the harness allocated.
// ends: out_of_bounds or crash
// by: the engine's guard

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    out[1 << 18] = 1;
}
