// The filter as a struct among the arguments.
// lab: 03_conv1d_constant

#include "solved.cuh"
#include <cstring>

struct Weights { float of[255]; };
__global__ void by_argument(const float* in, float* out, int width, int filter_width, Weights weights)
{
    const int radius = filter_width / 2, i = blockIdx.x * 256 + threadIdx.x;
    if (i >= width) return;
    float sum = 0;
    for (int d = -radius; d <= radius; ++d)
        if (i + d >= 0 && i + d < width) sum += weights.of[d + radius] * in[i + d];
    out[i] = sum;
}
void conv1d_constant(const float* d_in, const float* h_filter, float* d_out, int width, int filter_width)
{
    Weights weights;
    std::memcpy(weights.of, h_filter, filter_width * sizeof(float));
    by_argument<<<(width + 255) / 256, 256>>>(d_in, d_out, width, filter_width, weights);
    CUDA_CHECK(cudaDeviceSynchronize());
}
