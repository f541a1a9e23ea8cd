// Registers memory, frees it, and lets cudaMemset fill what is no longer its own.
// ends: out_of_bounds
// by: the engine's guard

#include <cstdlib>

#include "solved.cuh"

static int error;

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    static bool done = false;
    if (done) return;
    done = true;
    char* const block = static_cast<char*>(std::malloc(20000));
    error = cudaHostRegister(block, 20000, 0);
    std::free(block);
    error = cudaMemset(block + 4096, 0, 16);
}
