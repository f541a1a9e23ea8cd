// Defines one of the engine's functions itself.
// ends: does_not_compile
// by: the object gate: names

namespace halo::cpu {
void reset_watchers() {}
}

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
