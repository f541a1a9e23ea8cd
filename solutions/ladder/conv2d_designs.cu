// The three designs in two dimensions, 5 × 5: a block brings its piece of the image to shared memory and sums from there
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//
// As in 1-D they share out the work of loading in three ways, and each has the size of a block as its argument.

#include "rungs.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"

namespace halo::ladder {

namespace {

constexpr int kRadius = 2, kSide = 2 * kRadius + 1;

__constant__ float c_filter[kSide * kSide];

/// One output; the product with the filter's first element is that with s_first[0]. kRowLength: of the tile.
template <int kRowLength>
__device__ float sum_from(const float* s_first)
{
    float sum = 0.0f;
#pragma unroll
    for (int dy = 0; dy < kSide; ++dy)
#pragma unroll
        for (int dx = 0; dx < kSide; ++dx) sum += c_filter[dy * kSide + dx] * s_first[dy * kRowLength + dx];
    return sum;
}

// Design 1: a thread for each output of the tile. The block goes over its patch again and again until all of it is loaded.
template <int kBlockX, int kBlockY>
__global__ void __launch_bounds__(kBlockX * kBlockY) conv2d_design1_kernel(const float* in, float* out, int width, int height)
{
    constexpr int kPatchX = kBlockX + 2 * kRadius, kPatchY = kBlockY + 2 * kRadius;
    __shared__ float s_patch[kPatchY][kPatchX];
    const int tx = int(threadIdx.x), x0 = int(blockIdx.x) * kBlockX;
    const int ty = int(threadIdx.y), y0 = int(blockIdx.y) * kBlockY;
    for (int py = ty; py < kPatchY; py += kBlockY)
        for (int px = tx; px < kPatchX; px += kBlockX) {
            const int x = x0 + px - kRadius, y = y0 + py - kRadius;
            s_patch[py][px] = x >= 0 && x < width && y >= 0 && y < height ? in[std::int64_t(y) * width + x] : 0.0f;
        }
    __syncthreads();
    if (x0 + tx < width && y0 + ty < height) out[std::int64_t(y0 + ty) * width + x0 + tx] = sum_from<kPatchX>(&s_patch[ty][tx]);
}

// Design 2: a thread for each input of the tile. Those of the halo have no output.
template <int kBlock>
__global__ void __launch_bounds__(kBlock * kBlock) conv2d_design2_kernel(const float* in, float* out, int width, int height)
{
    constexpr int kTile = kBlock - 2 * kRadius;
    __shared__ float s_tile[kBlock][kBlock];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx - kRadius;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty - kRadius;
    const bool in_image = x >= 0 && x < width && y >= 0 && y < height;
    const bool in_halo = tx < kRadius || tx >= kRadius + kTile || ty < kRadius || ty >= kRadius + kTile;
    s_tile[ty][tx] = in_image ? in[std::int64_t(y) * width + x] : 0.0f;
    __syncthreads();
    if (in_halo || !in_image) return;
    out[std::int64_t(y) * width + x] = sum_from<kBlock>(&s_tile[ty - kRadius][tx - kRadius]);
}

// Design 3: no halo in shared memory. What an output at the tile's edge lacks is in another block's tile, and probably in a cache.
template <int kBlock>
__global__ void __launch_bounds__(kBlock * kBlock) conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_tile[kBlock][kBlock];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kBlock + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kBlock + ty;
    const bool in_image = x < width && y < height;
    const float* const centre = in + std::int64_t(y) * width + x;
    if (in_image) s_tile[ty][tx] = *centre;
    __syncthreads();
    if (!in_image) return;
    float sum = 0.0f;
#pragma unroll
    for (int dy = -kRadius; dy <= kRadius; ++dy)
#pragma unroll
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const bool in_tile = tx + dx >= 0 && tx + dx < kBlock && ty + dy >= 0 && ty + dy < kBlock;
            if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                sum += c_filter[(dy + kRadius) * kSide + dx + kRadius] * (in_tile ? s_tile[ty + dy][tx + dx] : centre[std::int64_t(dy) * width + dx]);
        }
    out[std::int64_t(y) * width + x] = sum;
}

void copy_filter(const Problem& p) { CUDA_CHECK(cudaMemcpyToSymbol(c_filter, p.h_filter, sizeof(c_filter))); }

dim3 grid_of(const Problem& p, int columns, int rows) { return dim3(ceil_div(p.width, columns), ceil_div(p.height, rows)); }

}  // namespace

template <int kBlockX, int kBlockY>
void conv2d_design1(const Problem& p)
{
    copy_filter(p);
    conv2d_design1_kernel<kBlockX, kBlockY><<<grid_of(p, kBlockX, kBlockY), dim3(kBlockX, kBlockY)>>>(p.d_in, p.d_out, p.width, p.height);
    CUDA_CHECK(cudaGetLastError());
}

template <int kBlock>
void conv2d_design2(const Problem& p)
{
    constexpr int kTile = kBlock - 2 * kRadius;
    copy_filter(p);
    conv2d_design2_kernel<kBlock><<<grid_of(p, kTile, kTile), dim3(kBlock, kBlock)>>>(p.d_in, p.d_out, p.width, p.height);
    CUDA_CHECK(cudaGetLastError());
}

template <int kBlock>
void conv2d_design3(const Problem& p)
{
    copy_filter(p);
    conv2d_design3_kernel<kBlock><<<grid_of(p, kBlock, kBlock), dim3(kBlock, kBlock)>>>(p.d_in, p.d_out, p.width, p.height);
    CUDA_CHECK(cudaGetLastError());
}

template void conv2d_design1<16, 16>(const Problem&);
template void conv2d_design1<32, 16>(const Problem&);
template void conv2d_design1<32, 32>(const Problem&);
template void conv2d_design2<8>(const Problem&);
template void conv2d_design2<12>(const Problem&);
template void conv2d_design2<16>(const Problem&);
template void conv2d_design2<20>(const Problem&);
template void conv2d_design2<32>(const Problem&);
template void conv2d_design3<16>(const Problem&);
template void conv2d_design3<32>(const Problem&);

}  // namespace halo::ladder
