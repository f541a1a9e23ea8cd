// Loads its own pixel once, and fetches the 24 others from a texture of the very image: what was loaded is not asked for again.
// lab: 07_conv2d_tiled
// replaces: conv2d_tiled
// ends: implausible
// by: plausible counts

#include "solved.cuh"

#include "texture_of.cuh"

__global__ void own_pixel_and_texture(const float* in, cudaTextureObject_t image, float* out, int width, int height)
{
    const int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = c_filter[2][2] * in[y * width + x];
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
            if ((dx != 0 || dy != 0) && y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + 2][dx + 2] * tex1Dfetch<float>(image, (y + dy) * width + x + dx);
    out[y * width + x] = sum;
}
void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    const cudaTextureObject_t image = texture_of(d_in, width * height);
    own_pixel_and_texture<<<dim3((width + 31) / 32, (height + 7) / 8), dim3(32, 8)>>>(d_in, image, d_out, width, height);
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaDestroyTextureObject(image));
}
