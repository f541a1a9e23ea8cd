// Writes past its own memory, into the heap's books.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdlib>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    volatile char* mine = static_cast<char*>(std::malloc(16));
    for (int i = 0; i < 64; ++i) mine[i] = 0;
}
