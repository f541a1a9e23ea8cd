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

    // TODO(1) Sum over the filter and store one element. Which element of s_tile is in[i], the middle of the
    //         sum? And which threads have no output?
}

__global__ void conv1d_design1_phases_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];        // output tile plus its halo

    // Given: s_tile[0] is for in[begin]. int, because it may be negative.
    const int tx = int(threadIdx.x), begin = int(blockIdx.x) * kTile - kRadius;

    // TODO(2) Load all kPatch elements of the tile in phases; in each, neighbouring threads load neighbouring
    //         elements. Which threads take part in the last phase? What does a ghost element store?

    // TODO(3) Make the whole tile visible to the whole block, then sum and store. Does each phase want a barrier,
    //         and do all threads make the same number of phases?
}

__global__ void conv1d_design1_halo_regions_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];        // left halo, core, right halo

    // Given: the output element of this thread. Its input element belongs to the core.
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx;

    // TODO(4) Load the core: each thread the element that it will write. Where in s_tile does the core begin?

    // TODO(5) Load the left halo with the first kRadius threads, the right halo with the last kRadius ones. At which
    //         end of the input can each of them run out?

    // TODO(6) Make the whole tile visible to the whole block, then sum and store. Which threads must arrive?
}

__global__ void conv1d_design1_two_step_kernel(const float* in, float* out, int width)
{
    __shared__ float s_tile[kPatch];        // output tile plus its halo

    // Given: the input element that this thread loads first. int, because it may be negative.
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx - kRadius;

    // TODO(7) Load in two steps: every thread in[i] into s_tile[tx], then some threads a second element. How many
    //         are still missing, and how far are they from those of the first step?

    // TODO(8) Make the whole tile visible to the whole block, then sum and store. Is one barrier enough?
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
