// Switches the hooks off by an attribute in brackets that are spelt <: and :>, for a function that stores over the harness's stack.
// ends: does_not_compile
// by: the object gate: words

#include <cstdint>

#include "solved.cuh"

<:<:gnu::no_sanitize("thread"), gnu::noinline:>:> static void unseen(volatile char* at) { *at = *at; }

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char here;
    unseen(&here + 2048);
}
