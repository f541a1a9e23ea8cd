// Ends the process by an instruction that traps.
// ends: does_not_compile
// by: the object gate: instructions

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    __builtin_trap();
    solved(in, filter, out, width, filter_width);
}
