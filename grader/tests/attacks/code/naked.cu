// Writes a function without the compiler's frame.
// ends: does_not_compile
// by: the object gate: words

__attribute__((naked)) static void bare() {}

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    bare();
    solved(in, filter, out, width, filter_width);
}
