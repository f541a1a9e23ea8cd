// Indexes a local array, whose accesses the compiler gives no hook, with a distance to the harness's stack.
// ends: out_of_bounds
// says: stores to memory of the test that called the function
// by: the engine's guard, by a hook that the object gate adds

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
static volatile char sink;
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
    const char old = *at;
    sink = poke(at, char(old + 1), old & 1);
    sink = poke(at, old, old & 1);      // back again
}
