// Lab 04 · Tiled 1-D convolution, design 1: the block is the output tile
//
// In lab 03 the filter went to constant memory, but 9 neighbouring threads still fetched the same element of in. Here a
// block fetches each element once, into shared memory. It has a thread for every output, so fewer threads than elements
// to fetch: some load twice. Three kernels share that work out in three ways, and differ in nothing else.
//
//   in, out  [width]  float, global memory
//   out[i] = Σ c_filter[d+R] · in[i+d]     |d| ≤ R = kRadius
//   The filter is not mirrored. Ghost elements, outside the input, count as 0.
//   Launch, all three: blocks of kTile threads; one block per output tile, one thread per output.

#include "tiled_design1.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kPatch = kTile + 2 * kRadius;   // elements of an input tile: more than the block has threads

__constant__ float c_filter[2 * kRadius + 1];

// What the three kernels do alike, once the whole tile is loaded.
__device__ void sum_and_store(const float* s_tile, float* out, int width)
{
    // Given: the output element of this thread.
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;

    if (i >= width) return;                 // the overhang; the barrier comes after it

    // region sum
    // The tile begins kRadius before the first output: in[i + d] is s_tile[tx + kRadius + d].
    // A warp reads consecutive words of s_tile: no bank conflict. All its threads read the
    // same c_filter[d]: constant memory broadcasts it.
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d)
        sum += c_filter[d + kRadius] * s_tile[tx + kRadius + d];
    out[i] = sum;
    // endregion
}

__global__ void conv1d_design1_phases_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];        // output tile plus its halo

    // Given: s_tile[0] is for in[begin]. int, because it may be negative.
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    // region phases
    // All threads make the first pass, 2R of them a second one. The loop asks for nothing but kPatch:
    // it stays right if the halo is wider than the block.
    for (int t = tx; t < kPatch; t += kTile) {
        const int i = begin + t;
        s_tile[t] = i >= 0 && i < width ? in[i] : 0.0f;
    }
    __syncthreads();                        // after the loop: inside it, not all threads would arrive equally often
    // endregion

    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_halo_regions_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];        // left halo, core, right halo

    // Given: the output element of this thread. Its input element belongs to the core.
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;

    // Each region can leave the input at one end only: one comparison, where the phases need two.
    // The core begins at a multiple of kTile: each warp reads 32 elements in 4 sectors, not in 5.
    // region halo_regions
    s_tile[tx + kRadius] = i < width ? in[i] : 0.0f;
    if (tx < kRadius)
        s_tile[tx] = i - kRadius >= 0 ? in[i - kRadius] : 0.0f;
    if (tx >= kTile - kRadius)
        s_tile[tx + 2 * kRadius] = i + kRadius < width ? in[i + kRadius] : 0.0f;
    __syncthreads();                        // outside every branch: all kTile threads must arrive
    // endregion

    sum_and_store(s_tile, out, width);
}

__global__ void conv1d_design1_two_step_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];        // output tile plus its halo

    // Given: the input element that this thread loads first. int, because it may be negative.
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx - kRadius;

    // The phases, written out: no loop, and the second step needs no test for the left end.
    // It is enough only as long as 2R ≤ kTile.
    // region two_step
    s_tile[tx] = i >= 0 && i < width ? in[i] : 0.0f;
    if (tx < 2 * kRadius)
        s_tile[tx + kTile] = i + kTile < width ? in[i + kTile] : 0.0f;
    __syncthreads();                        // one for both steps: nobody reads between them
    // endregion

    sum_and_store(s_tile, out, width);
}

// Given.
void conv1d_design1_phases(const float* d_in, const float* h_filter, float* d_out, int width)
{
    // In every call: the next caller may bring another filter.
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_phases_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?
}

// Given.
void conv1d_design1_halo_regions(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_halo_regions_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Given.
void conv1d_design1_two_step(const float* d_in, const float* h_filter, float* d_out, int width)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const int blocks = (width + kTile - 1) / kTile;
    conv1d_design1_two_step_kernel<<<blocks, kTile>>>(d_in, d_out, width);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Cost for R = 4, kTile = 256. Loads of in per output: 9 before, 264/256 ≈ 1.03 now, in all three kernels.
// A block away from the ends issues 9 warp-level loads and touches 42 sectors (phases, two steps); by regions it issues 10
// and touches 34, because its core is aligned. Price: the warps with the halo load twice while the others wait.
// In return every thread has an output: 8 full warps a block, and stores that begin at a multiple of 128 bytes.
// Lab 05 will load in one step, with more threads than outputs, and give both of these up.
// On an NVIDIA H200 a kernel with the same constant filter, unrolled, and no tile is faster: the caches serve its loads so well
// that the tile gains nothing in 1-D. The page has the times.
