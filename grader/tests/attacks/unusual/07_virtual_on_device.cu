// What a pixel is multiplied with comes from a virtual function of an object that the kernel makes.
// lab: 07_conv2d_tiled
// replaces: conv2d_basic

#include "solved.cuh"

struct Weights {
    __device__ virtual float at(int dy, int dx) const { return c_filter[dy + kRadius][dx + kRadius]; }
};
struct Named : Weights {
    __device__ float at(int dy, int dx) const override { return c_filter[dy + kRadius][dx + kRadius]; }
};

__global__ void by_weights(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x), y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;
    const Weights plain;
    const Named named;
    const Weights& weights = width > 64 ? plain : static_cast<const Weights&>(named);
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width) sum += weights.at(dy, dx) * in[(y + dy) * width + x + dx];
    out[y * width + x] = sum;
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));
    by_weights<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(d_in, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
