// Marching columns: a thread goes down the image and keeps sums, not pixels
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R
//
// The blocks of registers in conv2d.cu load 2R rows more than they store. A thread that goes on for kMarch rows loads 2R more for kMarch:
// it keeps the 2R+1 sums that are open, adds each row to all of them, and stores the one that is complete. In turn only the loads of a row or
// two are under way at once.

#include "rungs.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"
#include "quads.hpp"
#include "segment.hpp"

namespace halo::ladder {

namespace {

constexpr int kThreads = 128;   // side by side, four columns each
constexpr int kAhead = 2;       // rows that are loaded before they are needed

/// Outputs of a thread in y; with the rows of the halo a multiple of what the loop is unrolled by.
template <int kRadius>
constexpr int kMarch = (2 * kRadius + 1) * 24 - 2 * kRadius;

template <int kRadius, bool kAligned, class Filter>
__global__ void __launch_bounds__(kThreads) conv2d_marching_kernel(const float* in, float* out, int width, int height, Filter filter)
{
    constexpr int kSide = 2 * kRadius + 1, kLoads = kMarch<kRadius> + 2 * kRadius;
    static_assert(kLoads % kSide == 0);
    const int x = (int(blockIdx.x) * kThreads + int(threadIdx.x)) * 4, y0 = int(blockIdx.y) * kMarch<kRadius>;
    const auto row = [&](int r) { return load_segment<kRadius, kAligned>(in, x, r < kLoads ? y0 - kRadius + r : -1, width, height); };

    // sum[y % kSide] is that of row y0 + y. Names of registers are fixed: so the loop is unrolled until each sum is in its place again.
    float sum[kSide][4] = {};
    Segment<kRadius> waiting[kAhead];
#pragma unroll
    for (int a = 0; a < kAhead; ++a) waiting[a] = row(a);
#pragma unroll 1
    for (int first = 0; first < kLoads; first += kSide)
#pragma unroll
        for (int j = 0; j < kSide; ++j) {
            const int r = first + j;        // this row is the last of output row r - 2R, and the first of output row r
            const Segment<kRadius> now = waiting[0];
#pragma unroll
            for (int a = 0; a + 1 < kAhead; ++a) waiting[a] = waiting[a + 1];
            waiting[kAhead - 1] = row(r + kAhead);
#pragma unroll
            for (int dy = 0; dy < kSide; ++dy)
#pragma unroll
                for (int dx = 0; dx < kSide; ++dx)
#pragma unroll
                    for (int k = 0; k < 4; ++k) sum[(j + kSide - dy) % kSide][k] += filter[dy * kSide + dx] * now.pixel[k + dx];
            float(&done)[4] = sum[(j + 1) % kSide];
            if (r >= 2 * kRadius) store_columns<true, kAligned>(out, quad_of(done), x, y0 + r - 2 * kRadius, width, height);
#pragma unroll
            for (int k = 0; k < 4; ++k) done[k] = 0.0f;
        }
}

}  // namespace

template <int kRadius>
void conv2d_marching(const Problem& p)
{
    const auto filter = FilterArgument<(2 * kRadius + 1) * (2 * kRadius + 1)>::from(p.h_filter);
    const dim3 grid(ceil_div(p.width, 4 * kThreads), ceil_div(p.height, kMarch<kRadius>));
    if (p.width % 4 == 0 && quads_fit(p.d_in, p.d_out)) conv2d_marching_kernel<kRadius, true><<<grid, kThreads>>>(p.d_in, p.d_out, p.width, p.height, filter);
    else conv2d_marching_kernel<kRadius, false><<<grid, kThreads>>>(p.d_in, p.d_out, p.width, p.height, filter);
    CUDA_CHECK(cudaGetLastError());
}

template void conv2d_marching<1>(const Problem&);
template void conv2d_marching<2>(const Problem&);
template void conv2d_marching<4>(const Problem&);

}  // namespace halo::ladder
