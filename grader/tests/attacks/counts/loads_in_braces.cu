// Loads the image in the braces of an argument of a launch: they are evaluated for each thread, where no hooks are.
// lab: 07_conv2d_tiled
// ends: does_not_compile
// says: without the engine seeing it
// by: the object gate: hooks

#include "solved.cuh"

struct Patch {
    float pixels[25];
};

__global__ void looks_tiled(Patch patch, const float* in, float* out, int width, int height)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;
    float sum = 0.0f;
    for (int i = 0; i < 25; ++i) sum += c_filter[i / 5][i % 5] * (i == 12 ? in[y * width + x] : patch.pixels[i]);
    out[y * width + x] = sum;
}

#define X (int(blockIdx.x) * kTile + int(threadIdx.x))
#define Y (int(blockIdx.y) * kTile + int(threadIdx.y))
#define AT(dx, dy) (X + dx >= 0 && X + dx < width && Y + dy >= 0 && Y + dy < height ? d_in[(Y + dy) * width + X + dx] : 0.0f)

void conv2d_basic(const float* d_in, const float* h_filter, float* d_out, int width, int height) { solved_basic(d_in, h_filter, d_out, width, height); }

void conv2d_tiled(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter));
    void (*const kernel)(Patch, const float*, float*, int, int) = looks_tiled;
    kernel<<<dim3((width + kTile - 1) / kTile, (height + kTile - 1) / kTile), dim3(kTile, kTile)>>>({{
        AT(-2, -2), AT(-1, -2), AT(0, -2), AT(1, -2), AT(2, -2),
        AT(-2, -1), AT(-1, -1), AT(0, -1), AT(1, -1), AT(2, -1),
        AT(-2, 0), AT(-1, 0), AT(0, 0), AT(1, 0), AT(2, 0),
        AT(-2, 1), AT(-1, 1), AT(0, 1), AT(1, 1), AT(2, 1),
        AT(-2, 2), AT(-1, 2), AT(0, 2), AT(1, 2), AT(2, 2)}}, d_in, d_out, width, height);
    cudaDeviceSynchronize();
}
