// Loads each pixel once from global memory and fetches all its neighbours from a texture, which is not counted.
// lab: 07_conv2d_tiled
// ends: slow_pattern or implausible
// by: plausible counts

#include "solved.cuh"

static cudaTextureObject_t texture_of(const float* d_in, int width, int height)
{
    cudaResourceDesc what{};
    what.resType = cudaResourceTypeLinear;
    what.res.linear.devPtr = const_cast<float*>(d_in);
    what.res.linear.sizeInBytes = sizeof(float) * size_t(width) * size_t(height);
    what.res.linear.desc = cudaCreateChannelDesc<float>();
    cudaTextureDesc how{};
    cudaTextureObject_t texture = 0;
    cudaCreateTextureObject(&texture, &what, &how, nullptr);
    return texture;
}

__global__ void looks_tiled(cudaTextureObject_t image, const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * (dx == 0 && dy == 0 ? in[y * width + x] : tex1Dfetch<float>(image, (y + dy) * width + x + dx));
    out[y * width + x] = sum;
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    const cudaTextureObject_t image = texture_of(d_in, width, height);
    looks_tiled<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(image, d_in, d_out, width, height);
    cudaDeviceSynchronize();
    cudaDestroyTextureObject(image);
}
