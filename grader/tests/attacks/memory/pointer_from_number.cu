// Writes to an address that it makes from a number.
// ends: out_of_bounds or crash
// by: the engine's guard

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    *reinterpret_cast<volatile int*>(0x400000ul) = 0;
    solved(in, filter, out, width, filter_width);
}
