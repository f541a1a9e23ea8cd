// expect: each of them is found; see wrong_rungs.hpp

#include "wrong_rungs.hpp"

#include "quads.hpp"

namespace halo::ladder {

namespace {

__global__ void tail_left_out_kernel(const float* in, float* out, int width, FilterArgument<9> filter)
{
    const int q = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (q >= width / 4) return;
    for (int k = 0; k < 4; ++k) {
        float sum = 0.0f;
        for (int d = -4; d <= 4; ++d)
            if (4 * q + k + d >= 0 && 4 * q + k + d < width) sum += filter[d + 4] * in[4 * q + k + d];
        out[4 * q + k] = sum;
    }
}

__global__ void halo_of_the_row_before_kernel(const float* in, float* out, int width, int height, FilterArgument<9> filter)
{
    const int x = int(threadIdx.x), y = int(blockIdx.x);
    for (int at = x; at < width; at += int(blockDim.x)) {
        float sum = 0.0f;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx) {
                const int i = (y + dy) * width + at + dx;
                if (y + dy >= 0 && y + dy < height && i >= 0 && i < width * height) sum += filter[(dy + 1) * 3 + dx + 1] * in[i];
            }
        out[y * width + at] = sum;
    }
}

__global__ void barrier_left_out_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[32][33];
    const int x0 = int(blockIdx.x) * 32, y0 = int(blockIdx.y) * 32, tx = int(threadIdx.x);
    for (int r = int(threadIdx.y); r < 32; r += 8)
        if (y0 + r < height && x0 + tx < width) s_tile[r][tx] = in[(y0 + r) * width + x0 + tx];
    for (int r = int(threadIdx.y); r < 32; r += 8)
        if (x0 + r < width && y0 + tx < height) out[(x0 + r) * height + y0 + tx] = s_tile[tx][r];
}

__global__ void one_quad_too_many_kernel(const float* in, float* out, int width, FilterArgument<9> filter)
{
    const int q = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (4 * q >= width) return;
    for (int k = 0; k < 4; ++k) {
        float sum = 0.0f;
        for (int d = -4; d <= 4; ++d)
            if (4 * q + k + d >= 0 && 4 * q + k + d < width) sum += filter[d + 4] * in[4 * q + k + d];
        out[4 * q + k] = sum;
    }
}

__global__ void only_whole_marches_kernel(const float* in, float* out, int width, int height, FilterArgument<9> filter)
{
    constexpr int kMarch = 16;
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x), first = int(blockIdx.y) * kMarch;
    if (x >= width || first + kMarch > height) return;
    for (int y = first; y < first + kMarch; ++y) {
        float sum = 0.0f;
        for (int dy = -1; dy <= 1; ++dy)
            for (int dx = -1; dx <= 1; ++dx)
                if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height) sum += filter[(dy + 1) * 3 + dx + 1] * in[(y + dy) * width + x + dx];
        out[y * width + x] = sum;
    }
}

}  // namespace

void tail_left_out(const Problem& p) { tail_left_out_kernel<<<ceil_div(p.width, 256), 64>>>(p.d_in, p.d_out, p.width, FilterArgument<9>::from(p.h_filter)); }
void halo_of_the_row_before(const Problem& p) { halo_of_the_row_before_kernel<<<p.height, 64>>>(p.d_in, p.d_out, p.width, p.height, FilterArgument<9>::from(p.h_filter)); }
void only_whole_marches(const Problem& p) { only_whole_marches_kernel<<<dim3(ceil_div(p.width, 64), ceil_div(p.height, 16)), 64>>>(p.d_in, p.d_out, p.width, p.height, FilterArgument<9>::from(p.h_filter)); }
void barrier_left_out(const Problem& p) { barrier_left_out_kernel<<<dim3(ceil_div(p.width, 32), ceil_div(p.height, 32)), dim3(32, 8)>>>(p.d_in, p.d_out, p.width, p.height); }
void one_quad_too_many(const Problem& p) { one_quad_too_many_kernel<<<ceil_div(p.width, 256), 64>>>(p.d_in, p.d_out, p.width, FilterArgument<9>::from(p.h_filter)); }

}  // namespace halo::ladder
