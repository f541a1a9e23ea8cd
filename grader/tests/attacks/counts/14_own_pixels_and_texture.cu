// Loads its own four pixels, and fetches the others from a texture of the image; no window in registers.
// lab: 14_copy_rate
// replaces: conv2d_fast
// ends: implausible
// by: plausible counts

#include "solved.cuh"
#include <cstring>

#include "texture_of.cuh"

__global__ void four_by_texture(const float* in, cudaTextureObject_t image, float* out, int width, int height, Filter2d filter, bool fours)
{
    const int x = 4 * (blockIdx.x * 32 + threadIdx.x), y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height) return;
    float own[4] = {}, sums[4] = {};
    if (fours) {
        const float4 four = *reinterpret_cast<const float4*>(in + y * width + x);
        own[0] = four.x, own[1] = four.y, own[2] = four.z, own[3] = four.w;
    } else for (int k = 0; k < min(4, width - x); ++k) own[k] = in[y * width + x + k];
    for (int k = 0; k < 4; ++k)
        for (int dy = -2; dy <= 2; ++dy)
            for (int dx = -2; dx <= 2; ++dx)
                if (dx == 0 && dy == 0) sums[k] += filter.weights[2][2] * own[k];
                else if (y + dy >= 0 && y + dy < height && x + k + dx >= 0 && x + k + dx < width)
                    sums[k] += filter.weights[dy + 2][dx + 2] * tex1Dfetch<float>(image, (y + dy) * width + x + k + dx);
    float* to = out + y * width + x;
    if (fours) *reinterpret_cast<float4*>(to) = make_float4(sums[0], sums[1], sums[2], sums[3]);
    else for (int k = 0; k < min(4, width - x); ++k) to[k] = sums[k];
}
void conv2d_fast(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    Filter2d filter;
    std::memcpy(filter.weights, h_filter, sizeof filter);
    const bool fours = width % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out);
    float* d_copy = nullptr;
    CUDA_CHECK(cudaMalloc(&d_copy, width * height * sizeof(float)));
    CUDA_CHECK(cudaMemcpy(d_copy, d_in, width * height * sizeof(float), cudaMemcpyDeviceToDevice));
    const cudaTextureObject_t image = texture_of(d_copy, width * height);
    four_by_texture<<<dim3((width + 127) / 128, (height + 7) / 8), dim3(32, 8)>>>(d_in, image, d_out, width, height, filter, fours);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroyTextureObject(image));
    CUDA_CHECK(cudaFree(d_copy));
}
