// Has cudaMemset2D go by a pitch whose rows wrap around all memory: the box seems small, its second row is the harness's.
// ends: out_of_bounds or cuda_error
// by: the engine's guard

#include <cstdint>
#include <cstdlib>

#include "solved.cuh"

#include "foreign.cuh"
static int error;

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    char* device = nullptr;
    cudaMalloc(&device, 4096);
    // An odd pitch has an inverse: as many rows end where they began.
    std::size_t pitch = static_cast<std::size_t>(at - device) | 1, rows = pitch;
    for (int i = 0; i < 6; ++i) rows *= 2 - pitch * rows;
    error = cudaMemset2D(device, pitch, 0, 1, 64 * rows + 1);
    cudaFree(device);
}
