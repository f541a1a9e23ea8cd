// Loads each pixel once from global memory and all its neighbours from constant memory, which part of the image after part is copied to.
// lab: 07_conv2d_tiled
// ends: slow_pattern or implausible
// by: plausible counts

#include "solved.cuh"

constexpr int kPixels = 14000;
__constant__ float c_image[kPixels];

__global__ void looks_tiled(const float* in, float* out, int width, int height, int first, int last, int above)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y < first || y >= last) return;
    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx)
            if (y + dy >= 0 && y + dy < height && x + dx >= 0 && x + dx < width)
                sum += c_filter[dy + kRadius][dx + kRadius] * (dx == 0 && dy == 0 ? in[y * width + x] : c_image[(y + dy - above) * width + x + dx]);
    out[y * width + x] = sum;
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    const int rows = kPixels / width;      // of the image, at a time
    for (int above = 0, first = 0; first < height; first = above + rows - kRadius, above = first - kRadius) {
        const int there = above + rows < height ? rows : height - above;
        const int last = above + there == height ? height : above + there - kRadius;
        cudaMemcpyToSymbol(c_image, d_in + above * width, sizeof(float) * size_t(there * width), 0, cudaMemcpyDeviceToDevice);
        looks_tiled<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(d_in, d_out, width, height, first, last, above);
        if (last == height) break;
    }
    cudaDeviceSynchronize();
}
