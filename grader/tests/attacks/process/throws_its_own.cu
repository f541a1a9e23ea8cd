// Throws an object of its own class, whose destructor never ends.
// ends: crash or timeout
// by: limits

struct Endless {
    ~Endless() { for (volatile int i = 0;; ) i = i + 1; }
};

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    throw Endless();
    solved(in, filter, out, width, filter_width);
}
