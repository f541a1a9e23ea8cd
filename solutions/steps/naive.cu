// Step 2 · A thread for each pixel, all pixels at once. A thread fetches its 25 weights and 75 bytes from global memory, as its neighbours do.

#include <cuda_runtime.h>

#include "byte_of.hpp"
#include "cuda/check.hpp"
#include "steps.hpp"

namespace halo::steps {

static __global__ void naive_kernel(const unsigned char* in, unsigned char* out, int width, int height, const float* filter)
{
    const int x = int(blockIdx.x) * kTile + int(threadIdx.x);   // along a row: a warp's loads lie side by side
    const int y = int(blockIdx.y) * kTile + int(threadIdx.y);
    if (x >= width || y >= height) return;

    float sum[3] = {0.0f, 0.0f, 0.0f};
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            if (x + dx < 0 || x + dx >= width || y + dy < 0 || y + dy >= height) continue;
            const float weight = filter[(dy + kRadius) * kSide + dx + kRadius];
            for (int c = 0; c < 3; ++c) sum[c] += weight * float(in[(size_t(y + dy) * width + x + dx) * 3 + c]);
        }
    for (int c = 0; c < 3; ++c) out[(size_t(y) * width + x) * 3 + c] = byte_of(sum[c]);
}

void naive(const Work& work)
{
    const dim3 block(kTile, kTile);
    const dim3 grid((work.width + kTile - 1) / kTile, (work.height + kTile - 1) / kTile);
    naive_kernel<<<grid, block>>>(work.d_in, work.d_out, work.width, work.height, work.d_filter);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace halo::steps
