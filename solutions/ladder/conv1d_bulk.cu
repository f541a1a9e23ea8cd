// Bulk copies to shared memory, for the 1-D convolution, a filter of 9
//
//   in, out  [width]  float, global memory
//   out[i] = Σ filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//
// No thread waits for a load of its own, and no register holds what is on its way: a block asks for several pieces at once, sums the one that
// has come, and asks for another in its place. For sm_90 and later, and not for the CPU engine, which knows no PTX.

#include "rungs.hpp"

#include <cuda_runtime.h>

#include "bulk_copy.hpp"
#include "cuda/check.hpp"
#include "quads.hpp"

namespace halo::ladder {

namespace {

constexpr int kTaps = 9, kThreads = 256;

using Filter = FilterArgument<kTaps>;

/// A tile of kQuads quads, and the halo: one on each side.
template <int kQuads>
constexpr int kPiece = kQuads + 2;

// Tiles are shared out in turns: block b takes b, b + blocks, b + 2 blocks, … A stage is a place for a piece.
template <int kQuads, int kStages>
__global__ void __launch_bounds__(kThreads) conv1d_bulk_kernel(const float* in, float* out, int quads, Filter filter)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
    extern __shared__ __align__(128) float4 s_pieces[];     // [kStages][kPiece]
    __shared__ std::uint64_t s_full[kStages];
    const int tiles = ceil_div(quads, kQuads), blocks = int(gridDim.x), tx = int(threadIdx.x);

    // The first tile has no quad before it, and the last none after it: their pieces are shorter, and their ghosts are never read.
    const auto ask = [&](int tile, int stage) {
        if (tile >= tiles) return;
        const int begin = tile == 0 ? 0 : tile * kQuads - 1, end = min(quads, (tile + 1) * kQuads + 1), bytes = (end - begin) * int(sizeof(float4));
        expect(s_full + stage, bytes);
        copy_bulk(s_pieces + stage * kPiece<kQuads> + (tile == 0), in + 4 * std::int64_t(begin), bytes, s_full + stage);
    };
    if (tx == 0) make_barriers(s_full, kStages);
    __syncthreads();
    if (tx == 0)
        for (int stage = 0; stage < kStages; ++stage) ask(int(blockIdx.x) + stage * blocks, stage);

    int turn = 0;
    for (int tile = int(blockIdx.x); tile < tiles; tile += blocks, ++turn) {
        const int stage = turn % kStages;
        const float4* const s_piece = s_pieces + stage * kPiece<kQuads>;
        wait(s_full + stage, turn / kStages % 2);
#pragma unroll
        for (int k = 0; k < kQuads; k += kThreads) {
            const int q = tile * kQuads + k + tx;
            if (q >= quads) continue;
            const float4 zero = {}, before = q > 0 ? s_piece[k + tx] : zero, own = s_piece[k + tx + 1], behind = q + 1 < quads ? s_piece[k + tx + 2] : zero;
            const float window[12] = {before.x, before.y, before.z, before.w, own.x, own.y, own.z, own.w, behind.x, behind.y, behind.z, behind.w};
            float sum[4] = {};
#pragma unroll
            for (int d = 0; d < kTaps; ++d)
#pragma unroll
                for (int i = 0; i < 4; ++i) sum[i] += filter[d] * window[d + i];
            store_quad<true>(out + 4 * std::int64_t(q), make_float4(sum[0], sum[1], sum[2], sum[3]));
        }
        // region ask_again
        __syncthreads();        // all have read this piece: its place is free
        if (tx == 0) ask(tile + kStages * blocks, stage);
        // endregion
    }
#endif
}

}  // namespace

template <int kQuads, int kStages, int kBlocks>
void conv1d_bulk(const Problem& p)
{
    if (p.width % 4 != 0 || !quads_fit(p.d_in, p.d_out)) return conv1d_argument(p);
    constexpr int kBytes = kStages * kPiece<kQuads> * int(sizeof(float4));
    CUDA_CHECK(cudaFuncSetAttribute(conv1d_bulk_kernel<kQuads, kStages>, cudaFuncAttributeMaxDynamicSharedMemorySize, kBytes));
    conv1d_bulk_kernel<kQuads, kStages><<<kBlocks * multiprocessors(), kThreads, kBytes>>>(p.d_in, p.d_out, p.width / 4, Filter::from(p.h_filter));
    CUDA_CHECK(cudaGetLastError());
}

template void conv1d_bulk<1024, 4, 3>(const Problem&);
template void conv1d_bulk<512, 2, 8>(const Problem&);

}  // namespace halo::ladder
