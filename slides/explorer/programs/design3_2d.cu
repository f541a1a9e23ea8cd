// The tile explorer · design 3 in 2-D, as in lab 08: only the core in shared memory
//
//   in, out  [height][width]  float, row-major, global memory
//   out[y][x] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx]     |dx|, |dy| ≤ R = kRadius
//   Launch: blocks of kTile × kTile threads; one block per output tile, one thread per output.

#include "counted.hpp"

__constant__ float c_filter[kMostWeights][kMostWeights];

template <int kTile, int kRadius>
__global__ void conv2d_design3_kernel(const float* in, float* out, int width, int height)
{
    __shared__ float s_core[kTile][kTile];          // the output tile without its halo

    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx;
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty;

    s_core[ty][tx] = x < width && y < height ? in[y * width + x] : 0.0f;
    __syncthreads();                            // before anybody leaves
    if (x >= width || y >= height) return;      // the overhang

    float sum = 0.0f;
    for (int dy = -kRadius; dy <= kRadius; ++dy)
        for (int dx = -kRadius; dx <= kRadius; ++dx) {
            const bool in_core  = tx + dx >= 0 && tx + dx < kTile && ty + dy >= 0 && ty + dy < kTile;
            const bool in_image = x + dx >= 0 && x + dx < width && y + dy >= 0 && y + dy < height;

            float pixel = 0.0f;                 // a ghost element
            if (in_core)       pixel = s_core[ty + dy][tx + dx];
            else if (in_image) pixel = in[(y + dy) * width + x + dx];
            sum += c_filter[dy + kRadius][dx + kRadius] * pixel;
        }
    out[y * width + x] = sum;
}

int main()
{
    return count_each(c_filter, []<int kTile, int kRadius>() {
        count(conv2d_design3_kernel<kTile, kRadius>, kTile, kRadius, dim3(kTile, kTile));
    });
}
