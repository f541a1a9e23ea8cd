// Makes a texture of host memory, and a kernel read it.
// ends: out_of_bounds or cuda_error
// by: the engine's guard

#include <cstdint>

#include "solved.cuh"

#include "foreign.cuh"
static int error;
__device__ float loaded;
__global__ void load(cudaTextureObject_t texture) { loaded = tex1Dfetch<float>(texture, 0); }

void conv1d_basic(const float* in, const float* filter, float* out, int width, int filter_width)
{
    solved(in, filter, out, width, filter_width);
    char* const at = foreign();
    cudaResourceDesc what{};
    what.resType = cudaResourceTypeLinear;
    what.res.linear.devPtr = at;
    what.res.linear.sizeInBytes = 64;
    what.res.linear.desc = cudaCreateChannelDesc<float>();
    cudaTextureDesc how{};
    cudaTextureObject_t texture = 0;
    error = cudaCreateTextureObject(&texture, &what, &how, nullptr);
    if (error == 0) {
        load<<<1, 1>>>(texture);
        cudaDeviceSynchronize();
    }
}
