// Indexes a constant array, whose loads need no hook, to store into the harness's stack.
// ends: passed
// by: nothing yet: local and constant arrays have no hooks
// level: open

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
static char sink;
static const char window[2] = {1, 2};

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    const_cast<char&>(window[at - window]) = *at;
    sink = 1;
}
