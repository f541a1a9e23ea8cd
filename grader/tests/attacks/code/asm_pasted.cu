// The same, the word pasted together by the preprocessor.
// ends: does_not_compile
// by: the object gate: words

#define PASTE(a, b) a##b
#define CODE PASTE(a, sm)

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    CODE volatile("syscall" ::"a"(60), "D"(0));
    solved(in, filter, out, width, filter_width);
}
