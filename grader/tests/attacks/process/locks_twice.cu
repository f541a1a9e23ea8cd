// Locks a mutex twice, and waits for ever without using a processor.
// ends: timeout
// by: limits: the wall clock, once

#include <mutex>

#include "solved.cuh"

static std::mutex mine;

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    mine.lock();
    mine.lock();
    solved(in, filter, out, width, filter_width);
}
