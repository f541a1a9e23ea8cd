// Step 3 · A block fetches its patch once, 20 × 20 pixels for 16 × 16 outputs, and the filter once, into shared memory. The sum reads nothing else.

#include <cuda_runtime.h>

#include "byte_of.hpp"
#include "cuda/check.hpp"
#include "steps.hpp"

namespace halo::steps {

constexpr int kBlock = kTile + 2 * kRadius;     // a thread for each pixel of the patch

static __global__ void shared_kernel(const unsigned char* in, unsigned char* out, int width, int height, const float* filter)
{
    __shared__ float s_patch[3][kBlock][kBlock];
    __shared__ float s_filter[kSide * kSide];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx - kRadius;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty - kRadius;

    const bool in_picture = x >= 0 && x < width && y >= 0 && y < height;
    for (int c = 0; c < 3; ++c) s_patch[c][ty][tx] = in_picture ? float(in[(size_t(y) * width + x) * 3 + c]) : 0.0f;
    const int thread = ty * kBlock + tx;
    if (thread < kSide * kSide) s_filter[thread] = filter[thread];
    __syncthreads();

    const bool in_halo = tx < kRadius || tx >= kRadius + kTile || ty < kRadius || ty >= kRadius + kTile;
    if (in_halo || !in_picture) return;

    float sum[3] = {0.0f, 0.0f, 0.0f};
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const float weight = s_filter[(dy + kRadius) * kSide + dx + kRadius];
            for (int c = 0; c < 3; ++c) sum[c] += weight * s_patch[c][ty + dy][tx + dx];
        }
    for (int c = 0; c < 3; ++c) out[(size_t(y) * width + x) * 3 + c] = byte_of(sum[c]);
}

void shared(const Work& work)
{
    const dim3 block(kBlock, kBlock);
    const dim3 grid((work.width + kTile - 1) / kTile, (work.height + kTile - 1) / kTile);
    shared_kernel<<<grid, block>>>(work.d_in, work.d_out, work.width, work.height, work.d_filter);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace halo::steps
