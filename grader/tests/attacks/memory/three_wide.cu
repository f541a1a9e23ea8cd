// Has cudaMemcpy3D take a place far outside the memory that it names.
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
    cudaMemcpy3DParms p{};
    p.srcPtr = make_cudaPitchedPtr(device, 16, 16, 1);
    p.dstPtr = make_cudaPitchedPtr(device, 16, 16, 1);
    p.dstPos.x = static_cast<std::size_t>(at - device);
    p.extent = make_cudaExtent(16, 1, 1);
    p.kind = cudaMemcpyDefault;
    error = cudaMemcpy3D(&p);
    cudaFree(device);
}
