// Reads the image through a texture, whose fetches are not global loads.
// lab: 07_conv2d_tiled
// ends: implausible
// by: plausible counts

#include <cuda_runtime.h>

__constant__ float c_weights[5][5];

__global__ void from_texture(cudaTextureObject_t image, float* out, int width, int height)
{
    const int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
    if (x >= width || y >= height) return;
    float sum = 0;
    for (int dy = -2; dy <= 2; ++dy)
        for (int dx = -2; dx <= 2; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_weights[dy + 2][dx + 2] * tex1Dfetch<float>(image, (y + dy) * width + x + dx);
    out[y * width + x] = sum;
}

#include "solved.cuh"

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    solved_basic(d_in, h_filter, d_out, width, height);
}

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    cudaMemcpyToSymbol(c_weights, h_filter, 25 * sizeof(float));
    cudaResourceDesc resource = {};
    resource.resType = cudaResourceTypeLinear;
    resource.res.linear.devPtr = const_cast<float*>(d_in);
    resource.res.linear.desc = cudaCreateChannelDesc<float>();
    resource.res.linear.sizeInBytes = size_t(width) * height * sizeof(float);
    cudaTextureDesc look = {};
    look.readMode = cudaReadModeElementType;
    cudaTextureObject_t image = 0;
    cudaCreateTextureObject(&image, &resource, &look, nullptr);
    from_texture<<<dim3((width + 15) / 16, (height + 15) / 16), dim3(16, 16)>>>(image, d_out, width, height);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(image);
}
