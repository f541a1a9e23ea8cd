// Step 5 · Only the core, what the block computes, is in shared memory. The halo is the neighbours' core: a block leaves it to the caches,
// into which the neighbours have, with luck, just brought it. No thread only loads; but the sum has to ask where each pixel is.

#include <cuda_runtime.h>

#include "byte_of.hpp"
#include "cuda/check.hpp"
#include "steps.hpp"

namespace halo::steps {

static __constant__ float c_filter[kSide * kSide];

static __global__ void cached_halo_kernel(const unsigned char* in, unsigned char* out, int width, int height)
{
    __shared__ float s_core[3][kTile][kTile];
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;

    const bool in_picture = x < width && y < height;
    for (int c = 0; c < 3; ++c) s_core[c][ty][tx] = in_picture ? float(in[(size_t(y) * width + x) * 3 + c]) : 0.0f;
    __syncthreads();
    if (!in_picture) return;

    float sum[3] = {0.0f, 0.0f, 0.0f};
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const float weight = c_filter[(dy + kRadius) * kSide + dx + kRadius];
            const bool in_core = tx + dx >= 0 && tx + dx < kTile && ty + dy >= 0 && ty + dy < kTile;
            if (in_core)    // what of the core lies outside the picture is 0
                for (int c = 0; c < 3; ++c) sum[c] += weight * s_core[c][ty + dy][tx + dx];
            else if (x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height)
                for (int c = 0; c < 3; ++c) sum[c] += weight * float(in[(size_t(y + dy) * width + x + dx) * 3 + c]);
        }
    for (int c = 0; c < 3; ++c) out[(size_t(y) * width + x) * 3 + c] = byte_of(sum[c]);
}

void cached_halo(const Work& work)
{
    CUDA_CHECK(cudaMemcpyToSymbolAsync(c_filter, work.h_filter, sizeof(c_filter)));
    const dim3 block(kTile, kTile);
    const dim3 grid((work.width + kTile - 1) / kTile, (work.height + kTile - 1) / kTile);
    cached_halo_kernel<<<grid, block>>>(work.d_in, work.d_out, work.width, work.height);
    CUDA_CHECK(cudaGetLastError());
}

}  // namespace halo::steps
