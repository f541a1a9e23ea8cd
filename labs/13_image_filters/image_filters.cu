// Lab 13 · Filters on a real picture
//
// So far a pixel was one float, and what lies outside the image was 0: filter a white page that way, and it gets a
// grey rim. Here a pixel is three bytes, and a policy says what lies outside. The tile makes that cheap: the policy
// is asked once for each pixel that is loaded, not for each product.
// Last, a filter that is a column times a row: two passes of 5 products each instead of 25.
//
//   in, out  [height][width][3]  unsigned char, row-major, red green blue
//   out[y][x][c] = Σ c_filter[dy+R][dx+R] · in[y+dy][x+dx][c]     |dx|, |dy| ≤ R = kRadius
//                  rounded to the nearest whole number, then clamped to 0 … 255
//   Outside a row a b c d:   zero 0 0 | a b c d | 0 0    replicate a a | a b c d | d d    mirror c b | a b c d | c b
//   Launch: blocks of kBlock × kBlock threads, kBlock = kTile + 2R; one block per output tile.
//
//   Separable: in, out [height][width] float; out[y][x] = Σ c_column[dy+R] · Σ c_row[dx+R] · in[y+dy][x+dx]
//   Launch: a pass along rows, a pass along columns; blocks of kPassX × kPassY threads, one thread per pixel.

#include "image_filters.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = kTile + 2 * kRadius;   // edge of a block = edge of its input tile
constexpr int kNone  = -1;                    // the index of no pixel: it counts as 0
constexpr int kPassX = 32, kPassY = 8;        // a block of a pass; a warp is a piece of a row

__constant__ float c_filter[2 * kRadius + 1][2 * kRadius + 1];
__constant__ float c_column[2 * kRadius + 1];
__constant__ float c_row[2 * kRadius + 1];

// A policy: which of the pixels 0 … size-1 stands for pixel i? Along x and along y it is the same question.
struct Zero {
    __device__ int operator()(int i, int size) const { return i >= 0 && i < size ? i : kNone; }
};

// Boundary is the type of the policy: three kernels are compiled of this one text, without a test of which it is.
template <class Boundary>
__global__ void filter_image_kernel(const unsigned char* in, unsigned char* out, int width, int height, Boundary policy)
{
    __shared__ float s_tile[3][kBlock][kBlock];     // red, green, blue: output tile plus its halo

    // Given: the pixel this thread is in charge of, and the one that stands for it.
    const int tx = int(threadIdx.x), x = int(blockIdx.x) * kTile + tx - kRadius, from_x = policy(x, width);
    const int ty = int(threadIdx.y), y = int(blockIdx.y) * kTile + ty - kRadius, from_y = policy(y, height);

    // TODO(1) Load the three bytes of pixel (from_x, from_y) into s_tile[0 … 2][ty][tx]. Where do they lie in
    //         in, and what is stored for a pixel that is kNone in x or in y?

    // TODO(2) Make the whole tile visible to the whole block. Which threads must arrive?

    // TODO(3) Let the inner threads that have a pixel sum, round, clamp and store its three colours. What does a
    //         float of 99.6, of -3 or of 300 become if you only assign it to an unsigned char?
}

struct Replicate {
    __device__ int operator()(int i, int size) const
    {
        // TODO(4) Make i the nearest index that exists. It may be more than kRadius outside: in which blocks?

        return i;
    }
};

struct Mirror {
    __device__ int operator()(int i, int size) const
    {
        // TODO(5) Make i the index whose pixel the mirrors show. Two mirrors face each other: what does i = 5 become
        //         in a picture 3 wide, and what is there to show in a picture 1 wide?

        return i;
    }
};

__global__ void row_pass_kernel(const float* in, float* out, int width, int height)
{
    // Given: the pixel this thread computes.
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = int(blockIdx.y * blockDim.y + threadIdx.y);

    // TODO(6) Store at (x, y) the sum along its row, with c_row. Which threads have no pixel, and which of the
    //         neighbours are ghost elements?
}

__global__ void column_pass_kernel(const float* in, float* out, int width, int height)
{
    // Given: the pixel this thread computes.
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    const int y = int(blockIdx.y * blockDim.y + threadIdx.y);

    // TODO(7) Store at (x, y) the sum along its column, with c_column. Neighbours are a whole row apart in memory:
    //         do the threads of a warp still read words that lie side by side?
}

// Given: what lab 02 did step by step, for any policy.
template <class Boundary>
static void filter_with(Boundary policy, const unsigned char* h_in, unsigned char* h_out, int width, int height,
                        const float* h_filter)
{
    const size_t bytes = size_t(width) * height * 3;
    unsigned char* d_in  = nullptr;
    unsigned char* d_out = nullptr;
    CUDA_CHECK(cudaMalloc(&d_in, bytes));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));
    CUDA_CHECK(cudaMemcpy(d_in, h_in, bytes, cudaMemcpyHostToDevice));
    CUDA_CHECK(cudaMemcpyToSymbol(c_filter, h_filter, sizeof(c_filter)));

    const dim3 block(kBlock, kBlock);        // the input tile …
    const dim3 grid((width + kTile - 1) / kTile, (height + kTile - 1) / kTile);   // … but the output tiles
    filter_image_kernel<<<grid, block>>>(d_in, d_out, width, height, policy);
    CUDA_CHECK(cudaGetLastError());          // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());     // did it run to its end?

    CUDA_CHECK(cudaMemcpy(h_out, d_out, bytes, cudaMemcpyDeviceToHost));
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

// Given.
void filter_image(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter)
{
    filter_with(Zero{}, h_in, h_out, width, height, h_filter);
}

// Given.
void filter_image_replicate(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter)
{
    filter_with(Replicate{}, h_in, h_out, width, height, h_filter);
}

// Given.
void filter_image_mirror(const unsigned char* h_in, unsigned char* h_out, int width, int height, const float* h_filter)
{
    filter_with(Mirror{}, h_in, h_out, width, height, h_filter);
}

// Given.
void conv2d_separable(const float* d_in, const float* h_column, const float* h_row, float* d_out, int width, int height)
{
    CUDA_CHECK(cudaMemcpyToSymbol(c_column, h_column, sizeof(c_column)));
    CUDA_CHECK(cudaMemcpyToSymbol(c_row, h_row, sizeof(c_row)));

    // The second pass wants all rows finished, also those of other blocks: a kernel's end is the barrier for that.
    float* d_rows = nullptr;
    CUDA_CHECK(cudaMalloc(&d_rows, size_t(width) * height * sizeof(float)));
    const dim3 block(kPassX, kPassY);
    const dim3 grid((width + kPassX - 1) / kPassX, (height + kPassY - 1) / kPassY);
    row_pass_kernel<<<grid, block>>>(d_in, d_rows, width, height);
    CUDA_CHECK(cudaGetLastError());
    column_pass_kernel<<<grid, block>>>(d_rows, d_out, width, height);
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
    CUDA_CHECK(cudaFree(d_rows));
}
