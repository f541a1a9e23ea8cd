// The same with memset.
// ends: out_of_bounds
// by: the engine's guard

#include <cstring>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    char here[8];
    void* volatile at = here;
    std::memset(at, 0, 65536);
    solved(in, filter, out, width, filter_width);
}
