// Includes the engine's own header.
// ends: does_not_compile
// says: may not include
// by: the object gate: words

#include "engine/engine.hpp"

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
}
