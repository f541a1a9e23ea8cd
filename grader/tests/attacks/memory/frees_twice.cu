// Frees its own memory twice.
// ends: out_of_bounds or crash
// by: the engine's guard

#include <cstdlib>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    void* mine = std::malloc(16);
    std::free(mine);
    void* volatile again = mine;
    std::free(again);
}
