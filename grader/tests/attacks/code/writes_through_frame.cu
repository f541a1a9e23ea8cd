// Finds its caller's frame with a builtin and changes it.
// ends: does_not_compile or out_of_bounds
// by: the object gate: words or the engine's guard

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    static_cast<void**>(__builtin_frame_address(0))[1] = nullptr;
    solved(in, filter, out, width, filter_width);
}
