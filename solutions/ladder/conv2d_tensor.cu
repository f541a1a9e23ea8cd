// Bulk copies of boxes: the hardware cuts a patch out of the image, and fills in zeros beyond its edges
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R
//
// A tensor map says once what the image is and how large a box. Then one instruction of one thread brings a patch with its halo and its ghost
// elements. For sm_90 and later, and not for the CPU engine, which knows no PTX.

#include "rungs.hpp"

#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

#include "bulk_copy.hpp"
#include "cuda/check.hpp"
#include "quads.hpp"
#include "segment.hpp"

namespace halo::ladder {

namespace {

template <int kRadius>
using Filter = FilterArgument<(2 * kRadius + 1) * (2 * kRadius + 1)>;

/// A tile is 128 columns wide, four a lane, and kRows rows for each warp high. Its box has a quad more on each side.
template <int kRadius, int kRows, int kWarps>
struct Box {
    static constexpr int kTileWidth = 128, kTileHeight = kRows * kWarps;
    static constexpr int kWidth = kTileWidth + 8, kHeight = kTileHeight + 2 * kRadius;
    static constexpr int kBytes = kWidth * kHeight * int(sizeof(float));
    static constexpr int kPlace = ceil_div(kBytes, 128) * 128;      // bytes from one box to the next in shared memory
};

template <int kRadius, int kRows, int kWarps, int kStages>
__global__ void __launch_bounds__(32 * kWarps)
conv2d_tensor_kernel(const __grid_constant__ CUtensorMap image, float* out, int width, int height, Filter<kRadius> filter)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    using B = Box<kRadius, kRows, kWarps>;
    extern __shared__ __align__(128) unsigned char s_boxes[];
    __shared__ std::uint64_t s_full[kStages];
    const int columns = ceil_div(width, B::kTileWidth), tiles = columns * ceil_div(height, B::kTileHeight), blocks = int(gridDim.x);
    const int lane = int(threadIdx.x), warp = int(threadIdx.y);
    const bool asks = lane == 0 && warp == 0;

    const auto ask = [&](int tile, int stage) {
        if (tile >= tiles) return;
        expect(s_full + stage, B::kBytes);
        copy_box(s_boxes + stage * B::kPlace, image, tile % columns * B::kTileWidth - 4, tile / columns * B::kTileHeight - kRadius, s_full + stage);
    };
    if (asks) make_barriers(s_full, kStages);
    __syncthreads();
    if (asks)
        for (int stage = 0; stage < kStages; ++stage) ask(int(blockIdx.x) + stage * blocks, stage);

    int turn = 0;
    for (int tile = int(blockIdx.x); tile < tiles; tile += blocks, ++turn) {
        const int stage = turn % kStages;
        wait(s_full + stage, turn / kStages % 2);
        const float* const s_mine = reinterpret_cast<const float*>(s_boxes + stage * B::kPlace) + warp * kRows * B::kWidth + 4 * lane;
        float sum[kRows][4] = {};
#pragma unroll
        for (int r = 0; r < kRows + 2 * kRadius; ++r) {
            float pixel[12];
#pragma unroll
            for (int k = 0; k < 3; ++k) load_some<4>(pixel + 4 * k, s_mine + r * B::kWidth + 4 * k);
            add_row<kRadius>(sum, r, pixel + 4 - kRadius, filter);
        }
        const int x = tile % columns * B::kTileWidth + 4 * lane, y = tile / columns * B::kTileHeight + warp * kRows;
#pragma unroll
        for (int i = 0; i < kRows; ++i) store_columns<true, true>(out, quad_of(sum[i]), x, y + i, width, height);
        __syncthreads();        // all have read this box: its place is free
        if (asks) ask(tile + kStages * blocks, stage);
    }
#endif
}

/// Of the whole image, in boxes of that size.
CUtensorMap map_of(const Problem& p, int box_width, int box_height)
{
    using Encode = decltype(&cuTensorMapEncodeTiled);
    static const Encode encode = [] {       // a function of the driver: asked for, so that no program needs the driver to be linked
        void* function = nullptr;
        cudaDriverEntryPointQueryResult found{};
        CUDA_CHECK(cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault, &found));
        return reinterpret_cast<Encode>(function);
    }();
    const cuuint64_t size[] = {cuuint64_t(p.width), cuuint64_t(p.height)}, row_bytes[] = {cuuint64_t(p.width) * sizeof(float)};
    const cuuint32_t box[] = {cuuint32_t(box_width), cuuint32_t(box_height)}, steps[] = {1, 1};
    CUtensorMap map;
    const CUresult result = encode(&map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, const_cast<float*>(p.d_in), size, row_bytes, box, steps, CU_TENSOR_MAP_INTERLEAVE_NONE,
                                   CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
    if (result != CUDA_SUCCESS)
        throw std::runtime_error("no tensor map of this image: the driver answers " + std::to_string(int(result)) + "\n  where: "
                                 + std::to_string(p.width) + " x " + std::to_string(p.height) + ", boxes of " + std::to_string(box_width) + " x "
                                 + std::to_string(box_height) + "\n  try:   rows must be a multiple of 16 bytes long and begin at one, and a box may have 256 columns and rows");
    return map;
}

}  // namespace

template <int kRadius, int kRows, int kWarps, int kStages, int kBlocks>
void conv2d_tensor(const Problem& p)
{
    if (p.width % 4 != 0 || !quads_fit(p.d_in, p.d_out)) return conv2d_marching<kRadius>(p);
    using B = Box<kRadius, kRows, kWarps>;
    const auto kernel = conv2d_tensor_kernel<kRadius, kRows, kWarps, kStages>;
    CUDA_CHECK(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, kStages * B::kPlace));
    kernel<<<kBlocks * multiprocessors(), dim3(32, kWarps), kStages * B::kPlace>>>(map_of(p, B::kWidth, B::kHeight), p.d_out, p.width, p.height,
                                                                                 Filter<kRadius>::from(p.h_filter));
    CUDA_CHECK(cudaGetLastError());
}

template void conv2d_tensor<1, 8, 8, 2, 2>(const Problem&);
template void conv2d_tensor<2, 8, 8, 2, 2>(const Problem&);
template void conv2d_tensor<4, 4, 8, 2, 3>(const Problem&);

}  // namespace halo::ladder
