// Sums on the host, straight in device memory, by loads and stores that the compiler gives no hook; a kernel only loads and stores each pixel once.
// lab: 07_conv2d_tiled
// ends: crash
// says: which is device memory, in host code
// by: the engine, by a hook that the object gate adds

#include "solved.cuh"

__global__ void loads_and_stores(const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x < width && y < height) out[y * width + x] = in[y * width + x] * c_filter[0][0];
}

static float peek(const float* from)
{
    float window[2] = {0, 0};
    return window[from - window];
}

static float sink;

static float poke(float* to, float value, int which)
{
    float window[2] = {0, 0};
    window[to - window] = value;
    return window[which];
}

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    loads_and_stores<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>(d_in, d_out, width, height);
    cudaDeviceSynchronize();
    constexpr int kEdge = 2 * kRadius + 1;
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            float sum = 0;
            for (int dy = 0; dy < kEdge; ++dy)
                for (int dx = 0; dx < kEdge; ++dx)
                    if (const int fx = x + dx - kRadius, fy = y + dy - kRadius; fx >= 0 && fx < width && fy >= 0 && fy < height)
                        sum += peek(h_filter + dy * kEdge + dx) * peek(d_in + fy * width + fx);
            sink += poke(d_out + y * width + x, sum, x & 1);
        }
}
