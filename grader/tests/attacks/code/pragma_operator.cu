// Changes the compiler's options with an operator, from inside a macro.
// ends: does_not_compile
// by: the object gate: words

#define FAST _Pragma("GCC optimize(\"O3\")")
FAST

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
