// Fills with std::fill, which the compiler makes of stores without hooks.
// ends: out_of_bounds
// says: stores to memory of the test that called the function
// by: the engine's guard, by a hook that the object gate adds

#include <cstdint>
#include <algorithm>

#include "solved.cuh"

#include "foreign.cuh"
static char sink;

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    std::fill(at + 512, at + 640, at[576]);      // nearer to us the harness keeps what it returns by
    sink = at[3];
}
