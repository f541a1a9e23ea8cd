// Indexes a local array, which needs no hook, with a distance to the harness's stack.
// ends: passed
// by: nothing yet: local and constant arrays have no hooks
// level: open

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
static char sink;
static char poke(char* to, char value, int which)
{
    char window[2] = {1, 2};
    window[to - window] = value;
    return window[which];
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    sink = poke(at, *at, int(*at) & 1);
}
