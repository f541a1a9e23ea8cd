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

#include <cstdint>
#include <cstring>

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kMaxGridY = 65535;        // blocks in y; x has two thousand million

// Given: a float4 moves 16 bytes with one instruction, and asks for an address that is a multiple of 16.
bool at_multiple_of_16(const void* pointer) { return reinterpret_cast<std::size_t>(pointer) % 16 == 0; }

int blocks_for(int elements, int per_block) { return (elements - 1) / per_block + 1; }

// --- transpose ------------------------------------------------------------------------------------------------------------------

constexpr int kTile = 64;               // edge of a tile in elements
constexpr int kFours = kTile / 4;       // … and in float4: a block has kFours × kFours threads, and each moves 4 × 4 elements

// Turns four rows of four into four columns.
__device__ void transpose_in_registers(float4 (&rows)[4])
{
    const auto swap = [](float& a, float& b) {
        const float kept = a;
        a = b;
        b = kept;
    };
    swap(rows[0].y, rows[1].x);
    swap(rows[0].z, rows[2].x);
    swap(rows[0].w, rows[3].x);
    swap(rows[1].z, rows[2].y);
    swap(rows[1].w, rows[3].y);
    swap(rows[2].w, rows[3].z);
}

// For a width and a height that are multiples of 4, and addresses of 16: a float4 lies inside or outside as a whole.
// Blocks start in the order of blockIdx.x, which runs along the rows of out: what is stored at one time lies together.
__global__ void transpose_fours_kernel(const float* in, float* out, int width, int height, int first_column)
{
    __shared__ float4 s_tile[kTile][kFours];

    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    const int tile_x = first_column + int(blockIdx.y) * kTile, tile_y = int(blockIdx.x) * kTile;

    float4 rows[4] = {};
    if (tile_x + 4 * tx < width && tile_y + 4 * ty < height)
        for (int r = 0; r < 4; ++r)
            rows[r] = *reinterpret_cast<const float4*>(in + std::size_t(tile_y + 4 * ty + r) * width + tile_x + 4 * tx);
    transpose_in_registers(rows);

    // Eight threads store at a time, each to a row of its own: straight below each other they would meet in four banks.
    // The exclusive or gives each of them other banks, and costs no shared memory, as a padded row would.
    for (int r = 0; r < 4; ++r) s_tile[4 * tx + r][ty ^ tx] = rows[r];
    __syncthreads();

    for (int pass = 0; pass < 4; ++pass) {
        const int r = pass * kFours + ty;       // a row of the turned tile
        if (tile_x + r < width && tile_y + 4 * tx < height)
            *reinterpret_cast<float4*>(out + std::size_t(tile_x + r) * height + tile_y + 4 * tx) = s_tile[r][tx ^ (r / 4)];
    }
}

constexpr int kAnyTile = 32, kAnyRows = 8;

// For all others: lab 01's padded tile.
__global__ void transpose_any_kernel(const float* in, float* out, int width, int height, int first_column)
{
    __shared__ float s_tile[kAnyTile][kAnyTile + 1];

    const int tx = int(threadIdx.x), ty = int(threadIdx.y);
    const int tile_x = first_column + int(blockIdx.y) * kAnyTile, tile_y = int(blockIdx.x) * kAnyTile;

    for (int r = ty; r < kAnyTile; r += kAnyRows)
        if (tile_x + tx < width && tile_y + r < height) s_tile[r][tx] = in[std::size_t(tile_y + r) * width + tile_x + tx];
    __syncthreads();
    for (int r = ty; r < kAnyTile; r += kAnyRows)
        if (tile_x + r < width && tile_y + tx < height) out[std::size_t(tile_x + r) * height + tile_y + tx] = s_tile[tx][r];
}

void transpose_fast(const float* d_in, float* d_out, int width, int height)
{
    const bool fours = width % 4 == 0 && height % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out);
    const int tile = fours ? kTile : kAnyTile;

    // A matrix of more than four million columns needs several launches.
    for (int first_column = 0; first_column < width; first_column += min(width - first_column, kMaxGridY * tile)) {
        const dim3 grid(blocks_for(height, tile), min(blocks_for(width - first_column, tile), kMaxGridY));
        if (fours)
            transpose_fours_kernel<<<grid, dim3(kFours, kFours)>>>(d_in, d_out, width, height, first_column);
        else
            transpose_any_kernel<<<grid, dim3(kAnyTile, kAnyRows)>>>(d_in, d_out, width, height, first_column);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// --- 1-D convolution ------------------------------------------------------------------------------------------------------------

// A launch brings its arguments in constant memory: a filter among them needs no cudaMemcpyToSymbol before each launch.
struct Filter1d {
    float weights[2 * kRadius1d + 1];
};

constexpr int kBlock1d = 256;

// Elements x to x + 3; ghost elements are 0. With kFours, `in` and x are such that a float4 may be loaded.
template <bool kWholeFours>
__device__ float4 four_from(const float* in, int x, int width)
{
    if (kWholeFours && x >= 0 && x <= width - 4) return *reinterpret_cast<const float4*>(in + x);
    const auto at = [&](int i) { return i >= 0 && i < width ? in[i] : 0.0f; };
    return make_float4(at(x), at(x + 1), at(x + 2), at(x + 3));
}

// A thread computes four outputs from twelve elements, which are three float4. Its neighbours load two of them, too; these come
// from L1, and cost instructions, but no bytes of DRAM.
template <bool kWholeFours>
__global__ void conv1d_fast_kernel(const float* in, float* out, int width, Filter1d filter)
{
    static_assert(kRadius1d <= 4, "the halo of four outputs is one float4 on each side");
    const std::int64_t x = 4 * (std::int64_t(blockIdx.x) * kBlock1d + threadIdx.x);
    if (x >= width) return;
    const int first = int(x);

    float4 near[3];
    for (int part = 0; part < 3; ++part) near[part] = four_from<kWholeFours>(in, first + 4 * (part - 1), width);
    const float window[12] = {near[0].x, near[0].y, near[0].z, near[0].w, near[1].x, near[1].y,
                              near[1].z, near[1].w, near[2].x, near[2].y, near[2].z, near[2].w};

    float sums[4] = {};
#pragma unroll
    for (int k = 0; k < 4; ++k)
#pragma unroll
        for (int d = -kRadius1d; d <= kRadius1d; ++d) sums[k] += filter.weights[d + kRadius1d] * window[4 + k + d];

    if (kWholeFours && first <= width - 4)
        *reinterpret_cast<float4*>(out + first) = make_float4(sums[0], sums[1], sums[2], sums[3]);
    else
        for (int k = 0; k < min(4, width - first); ++k) out[first + k] = sums[k];
}

void conv1d_fast(const float* d_in, const float* h_filter, float* d_out, int width)
{
    Filter1d filter;
    std::memcpy(filter.weights, h_filter, sizeof(filter.weights));

    const bool fours = at_multiple_of_16(d_in) && at_multiple_of_16(d_out);
    const int blocks = blocks_for(width, 4 * kBlock1d);
    if (fours)
        conv1d_fast_kernel<true><<<blocks, kBlock1d>>>(d_in, d_out, width, filter);
    else
        conv1d_fast_kernel<false><<<blocks, kBlock1d>>>(d_in, d_out, width, filter);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// --- 2-D convolution ------------------------------------------------------------------------------------------------------------

struct Filter2d {
    float weights[2 * kRadius2d + 1][2 * kRadius2d + 1];
};

constexpr int kColumns = 4, kRows = 8;              // outputs of a thread: more rows share more of the window, and need more registers
constexpr int kWindowRows    = kRows + 2 * kRadius2d;
constexpr int kWindowColumns = kColumns + 2 * kRadius2d;
constexpr int kThreadsX = 32, kThreadsY = 2;        // two warps a block: where a thread has over a hundred registers, small blocks fill an SM best

// The pixels x - 2 to x + 5 of a row that has them all, in three loads.
__device__ void load_inner_row(float (&row)[kWindowColumns], const float* at)
{
    static_assert(kRadius2d == 2, "the halo of a row is one float2 on each side");
    const float2 left   = *reinterpret_cast<const float2*>(at - 2);
    const float4 middle = *reinterpret_cast<const float4*>(at);
    const float2 right  = *reinterpret_cast<const float2*>(at + 4);
    const float all[kWindowColumns] = {left.x, left.y, middle.x, middle.y, middle.z, middle.w, right.x, right.y};
    for (int i = 0; i < kWindowColumns; ++i) row[i] = all[i];
}

// The same at the edges of the image; ghost elements are 0. In whole fours each of the three loads lies inside or outside.
template <bool kWholeFours>
__device__ void load_edge_row(float (&row)[kWindowColumns], const float* in, int x, int y, int width, int height)
{
    for (float& pixel : row) pixel = 0.0f;
    if (y < 0 || y >= height) return;
    const float* at = in + std::size_t(y) * width + x;
    if (kWholeFours) {
        const float2 left   = x > 0 ? *reinterpret_cast<const float2*>(at - 2) : make_float2(0, 0);
        const float4 middle = *reinterpret_cast<const float4*>(at);
        const float2 right  = x < width - 4 ? *reinterpret_cast<const float2*>(at + 4) : make_float2(0, 0);
        const float all[kWindowColumns] = {left.x, left.y, middle.x, middle.y, middle.z, middle.w, right.x, right.y};
        for (int i = 0; i < kWindowColumns; ++i) row[i] = all[i];
    } else {
        for (int i = 0; i < kWindowColumns; ++i)
            if (x + i - kRadius2d >= 0 && x + i - kRadius2d < width) row[i] = at[i - kRadius2d];
    }
}

// A thread computes 4 × 8 outputs from 12 rows of 8 elements, all in registers: 96 elements for 32 outputs, where 32 threads with
// an output each would load 800. Nobody waits at a barrier, and all loads are under way before the first product.
template <bool kWholeFours>
__global__ void conv2d_fast_kernel(const float* in, float* out, int width, int height, int first_row, Filter2d filter)
{
    const int warp_x = int(blockIdx.x) * kThreadsX * kColumns, x = warp_x + int(threadIdx.x) * kColumns;
    const int y = first_row + (int(blockIdx.y) * kThreadsY + int(threadIdx.y)) * kRows;
    if (x >= width || y >= height) return;

    // One test for the windows of a whole warp, and not four for each row of each thread: nearly all warps are inside.
    const bool inside = kWholeFours && warp_x > 0 && warp_x + kThreadsX * kColumns < width && y >= kRadius2d &&
                        y + kRows + kRadius2d <= height;
    float window[kWindowRows][kWindowColumns];
    if (inside) {
#pragma unroll
        for (int r = 0; r < kWindowRows; ++r) load_inner_row(window[r], in + std::ptrdiff_t(y + r - kRadius2d) * width + x);
    } else {
#pragma unroll
        for (int r = 0; r < kWindowRows; ++r) load_edge_row<kWholeFours>(window[r], in, x, y + r - kRadius2d, width, height);
    }

#pragma unroll
    for (int r = 0; r < kRows; ++r) {
        float sums[kColumns] = {};
#pragma unroll
        for (int dy = 0; dy <= 2 * kRadius2d; ++dy)
#pragma unroll
            for (int dx = 0; dx <= 2 * kRadius2d; ++dx)
#pragma unroll
                for (int k = 0; k < kColumns; ++k) sums[k] += filter.weights[dy][dx] * window[r + dy][k + dx];

        if (!inside && y + r >= height) return;
        float* to = out + std::size_t(y + r) * width + x;
        if (kWholeFours)
            *reinterpret_cast<float4*>(to) = make_float4(sums[0], sums[1], sums[2], sums[3]);
        else
            for (int k = 0; k < min(kColumns, width - x); ++k) to[k] = sums[k];
    }
}

void conv2d_fast(const float* d_in, const float* h_filter, float* d_out, int width, int height)
{
    Filter2d filter;
    std::memcpy(filter.weights, h_filter, sizeof(filter.weights));

    const bool fours = width % 4 == 0 && at_multiple_of_16(d_in) && at_multiple_of_16(d_out);
    const int rows = kThreadsY * kRows;
    const dim3 block(kThreadsX, kThreadsY);

    // An image of more than two million rows needs several launches.
    for (int first_row = 0; first_row < height; first_row += min(height - first_row, kMaxGridY * rows)) {
        const dim3 grid(blocks_for(width, kThreadsX * kColumns), min(blocks_for(height - first_row, rows), kMaxGridY));
        if (fours)
            conv2d_fast_kernel<true><<<grid, block>>>(d_in, d_out, width, height, first_row, filter);
        else
            conv2d_fast_kernel<false><<<grid, block>>>(d_in, d_out, width, height, first_row, filter);
    }
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Cost: each element comes from DRAM once and goes there once; what threads load several times comes from L1.
// On an NVIDIA H200 all three take little longer than a copy; the page has the times. Where no float4 fits they take far longer.
