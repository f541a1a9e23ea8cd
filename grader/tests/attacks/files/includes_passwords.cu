// Includes /etc/passwd, so that the compiler's message prints its first line.
// ends: does_not_compile
// by: the compiler, in its sandbox

#include "/etc/passwd"

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
