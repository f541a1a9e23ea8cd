// Lab 14 · as fast as the card: a transpose, a 1-D and a 2-D convolution at the rate of a copy
//
// Each of the three has to load every element once from DRAM and to store every element once, as a copy does. So a copy of as many
// bytes is the goal, and what a kernel takes beyond it is its own fault: too many instructions, or too few bytes under way.
//
//   transpose_fast  out[x][y] = in[y][x]
//   conv1d_fast     out[i]    = Σ filter[d+R] · in[i+d]                  |d| ≤ R = kRadius1d
//   conv2d_fast     out[y][x] = Σ filter[dy+R][dx+R] · in[y+dy][x+dx]    |dx|, |dy| ≤ R = kRadius2d
//   The filter is not mirrored. Ghost elements, outside the input, count as 0.
//   Sizes are arbitrary, and so are addresses: d_in and d_out may lie one float past a multiple of 16 bytes.
//   Kernels, grids and blocks are yours.

#include "copy_rate.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

// Given: a float4 moves 16 bytes with one instruction, and asks for an address that is a multiple of 16.
bool at_multiple_of_16(const void* pointer) { return reinterpret_cast<std::size_t>(pointer) % 16 == 0; }

void transpose_fast(const float* d_in, float* d_out, int width, int height)
{
    // TODO(1) Begin with lab 01's padded tile, which is right for all sizes, then climb: a block of 64 × 64 elements, a thread with
    //         4 × 4 of them, float4 on the way in and on the way out. When may a row be moved in float4, and what if not?

    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv1d_fast(const float* d_in, const float* h_filter, float* d_out, int width)
{
    // TODO(2) Begin with one output a thread and the width known to the compiler, then climb: four outputs a thread, from twelve
    //         elements in registers. Which of them does a neighbour load, too, and what does that cost?

    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

void conv2d_fast(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    // TODO(3) Begin with four outputs of one row, then climb: several rows a thread, whose windows overlap. How many elements does a
    //         thread load for each output, with 1, 4, 8, 16 rows? And how many registers has it got?

    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
