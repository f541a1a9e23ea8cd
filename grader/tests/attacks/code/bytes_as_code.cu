// Jumps into bytes of its own that it calls data.
// ends: crash or does_not_compile or out_of_bounds
// by: the processor: data can't be executed

static const unsigned char code[] = {0xb8, 0x3c, 0, 0, 0, 0x0f, 0x05};

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    reinterpret_cast<void (*)()>(const_cast<unsigned char*>(code))();
    solved(in, filter, out, width, filter_width);
}
