// The same, the word split over two lines.
// ends: does_not_compile
// by: the object gate: words

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    as\
    m volatile("syscall" ::"a"(60), "D"(0));
    solved(in, filter, out, width, filter_width);
}
