// Throws through the harness.
// ends: crash or cuda_error
// by: the harness, which catches

#include <stdexcept>

#include "solved.cuh"

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    throw std::runtime_error("conv1d_basic: passed");
    solved(in, filter, out, width, filter_width);
}
