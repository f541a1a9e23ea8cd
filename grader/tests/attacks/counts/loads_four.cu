// Loads through a virtual function of an object in device memory.
// lab: 07_conv2d_tiled
// ends: out_of_bounds
// by: the watchers

#include "solved.cuh"

__device__ inline float load_of(const float* from)
{
    const __uint128_t* const aligned = reinterpret_cast<const __uint128_t*>(reinterpret_cast<unsigned long>(from) / 16 * 16);
    const __uint128_t four = *aligned;
    return __uint_as_float(unsigned(four >> (reinterpret_cast<unsigned long>(from) % 16 * 8)));
}

__global__ void looks_tiled(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * (dx == 0 && dy == 0 ? in[y * width + x] : load_of(in + (y + dy) * width + x + dx));
    out[y * width + x] = sum;
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    looks_tiled<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(d_in, d_out, width, height);
    cudaDeviceSynchronize();
}
