// Lets qsort sort 2^62 elements of four bytes, whose size is 0, and leaves it by an exception.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdint>
#include <cstdlib>

#include "solved.cuh"

#include "foreign.cuh"
static int left;
static int compare(const void*, const void*)
{
    if (++left > 3) throw 1;
    return 1;
}

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    left = 0;
    try {
        std::qsort(at, std::size_t(1) << 62, 4, compare);
    } catch (int) {
    }
}
