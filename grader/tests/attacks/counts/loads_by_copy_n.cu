// Loads rows of the image by std::copy_n with a constant count, which the compiler makes of a few instructions without hooks.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: without the engine seeing it
// by: the object gate: hooks

#include "solved.cuh"

#include <algorithm>

__global__ void looks_tiled(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float patch[2 * kRadius + 1][20];
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        if (y + dy >= 0 && y + dy < height)
            std::copy_n(in + (y + dy) * width + x - kRadius, 20, patch[dy + kRadius]);
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * (dx == 0 && dy == 0 ? in[y * width + x] : patch[dy + kRadius][dx + kRadius]);
    out[y * width + x] = sum;
}

#include "looks_launched.cuh"
