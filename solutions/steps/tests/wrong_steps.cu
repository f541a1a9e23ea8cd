// cached_halo.cu four times, each with one mistake: `mistake` says which.

#include <cuda_runtime.h>

#include "byte_of.hpp"
#include "cuda/check.hpp"
#include "wrong_steps.hpp"

namespace halo::steps {

enum Mistake { kSidesExchanged, kHaloNotTested, kNoBarrier, kByPlane };

static __constant__ float c_filter[kSide * kSide];

template <int mistake>
static __device__ size_t at(int x, int y, int c, int width, int height)
{
    if (mistake == kByPlane) return (size_t(c) * height + y) * width + x;
    return (size_t(y) * width + x) * 3 + c;
}

template <int mistake>
static __global__ void wrong_kernel(const unsigned char* in, unsigned char* out, int width, int height)
{
    __shared__ float s_core[3][kTile][kTile];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;
    const int columns = mistake == kSidesExchanged ? height : width, rows = mistake == kSidesExchanged ? width : height;

    const bool in_picture = x < columns && y < rows;
    for (int c = 0; c < 3; ++c) s_core[c][ty][tx] = in_picture ? float(in[at<mistake>(x, y, c, width, height)]) : 0.0f;
    if (mistake != kNoBarrier) __syncthreads();
    if (!in_picture) return;

    float sum[3] = {0.0f, 0.0f, 0.0f};
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const float weight = c_filter[(dy + kRadius) * kSide + dx + kRadius];
            const bool in_core = tx + dx >= 0 && tx + dx < kTile && ty + dy >= 0 && ty + dy < kTile;
            const bool tested = mistake == kHaloNotTested ? y + dy >= 0 && y + dy < rows && (y + dy > 0 || x + dx >= 0) && (y + dy < rows - 1 || x + dx < columns)
                                                          : x + dx >= 0 && x + dx < columns && y + dy >= 0 && y + dy < rows;
            if (in_core)
                for (int c = 0; c < 3; ++c) sum[c] += weight * s_core[c][ty + dy][tx + dx];
            else if (tested)
                for (int c = 0; c < 3; ++c) sum[c] += weight * float(in[at<mistake>(x + dx, y + dy, c, width, height)]);
        }
    for (int c = 0; c < 3; ++c) out[at<mistake>(x, y, c, width, height)] = byte_of(sum[c]);
}

template <int mistake>
static void run(const Work& work)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, work.h_filter, sizeof(c_filter)));
    const dim3 block(kTile, kTile);
    const dim3 grid((work.width + kTile - 1) / kTile, (work.height + kTile - 1) / kTile);
    wrong_kernel<mistake><<<grid, block>>>(work.d_in, work.d_out, work.width, work.height);
    CUDA_CHECK(cudaGetLastError());
}

void sides_exchanged(const Work& work) { run<kSidesExchanged>(work); }
void halo_not_tested(const Work& work) { run<kHaloNotTested>(work); }
void core_not_waited_for(const Work& work) { run<kNoBarrier>(work); }
void colours_by_plane(const Work& work) { run<kByPlane>(work); }

}  // namespace halo::steps
