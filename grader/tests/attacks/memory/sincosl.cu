// Lets sincosl store into the harness's stack.
// ends: does_not_compile
// says: may not use
// by: the object gate: names

#include <cstdint>
#include <cmath>

#include "solved.cuh"

#include "foreign.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    volatile long double x = 1.5L;
    sincosl(x, reinterpret_cast<long double*>(at), reinterpret_cast<long double*>(at + 16));
}
