// Writes past the output array, where the harness's guard bands are.
// ends: out_of_bounds
// by: the engine's guard

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    out[width] = 1;
}
