// Lab 00 · First kernels: five puzzles of one or two lines
//
// A loop on the CPU goes from element to element, one after the other.
// Here every element has a thread of its own, and none of them loops.
//
//   in, out  [n]  float
//   puzzles 1 to 4  out[i] = in[i] + 10
//   puzzle 5        the order of each kBlock elements is reversed, and of each kBlock alone

#include "first_kernels.hpp"

#include <cuda_runtime.h>

#include "cuda/check.hpp"

constexpr int kBlock = 256;   // threads of a block in puzzles 2 to 5

// ---- Puzzle 1 · an index ---------------------------------------------------------------------------------------------------

__global__ void add_by_index_kernel(const float* in, float* out)
{
    const int i = int(threadIdx.x);         // 0, 1, 2, …: a number of its own for each thread of the block
    out[i] = in[i] + 10;
}

// Given.
void add_by_index(const float* d_in, float* d_out, int n)
{
    add_by_index_kernel<<<1, n>>>(d_in, d_out);   // 1 block of n threads: as many as elements
    CUDA_CHECK(cudaGetLastError());               // did it start?
    CUDA_CHECK(cudaDeviceSynchronize());          // did it run to its end?
}

// ---- Puzzle 2 · a guard ----------------------------------------------------------------------------------------------------

__global__ void add_with_guard_kernel(const float* in, float* out, int n)
{
    const int i = int(threadIdx.x);
    if (i < n) out[i] = in[i] + 10;         // the others have nothing to do, and end
}

// Given.
void add_with_guard(const float* d_in, float* d_out, int n)
{
    add_with_guard_kernel<<<1, kBlock>>>(d_in, d_out, n);   // always 256 threads, however few elements there are
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// ---- Puzzle 3 · blocks -----------------------------------------------------------------------------------------------------

__global__ void add_in_blocks_kernel(const float* in, float* out, int n)
{
    // Blocks before this one have blockDim.x threads each. Neighbouring threads have neighbouring elements.
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[i] + 10;
}

void add_in_blocks(const float* d_in, float* d_out, int n)
{
    const int blocks = (n + kBlock - 1) / kBlock;   // rounded up: the last block may be partly idle
    add_in_blocks_kernel<<<blocks, kBlock>>>(d_in, d_out, n);

    // Given: a launch reports nothing by itself. Ask twice.
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// ---- Puzzle 4 · there and back ---------------------------------------------------------------------------------------------

void add_from_host(const float* h_in, float* h_out, int n)
{
    // Given: room for n floats on the device, twice.
    const size_t bytes = size_t(n) * sizeof(float);
    float* d_in  = nullptr;
    float* d_out = nullptr;
    CUDA_CHECK(cudaMalloc(&d_in, bytes));
    CUDA_CHECK(cudaMalloc(&d_out, bytes));

    CUDA_CHECK(cudaMemcpy(d_in, h_in, bytes, cudaMemcpyHostToDevice));

    // A kernel follows device pointers only.
    add_in_blocks_kernel<<<(n + kBlock - 1) / kBlock, kBlock>>>(d_in, d_out, n);

    // Given.
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    CUDA_CHECK(cudaMemcpy(h_out, d_out, bytes, cudaMemcpyDeviceToHost));

    // Given: the room is given back.
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

// ---- Puzzle 5 · a barrier --------------------------------------------------------------------------------------------------

__global__ void reverse_blocks_kernel(const float* in, float* out)
{
    // region reverse
    __shared__ float s_part[kBlock];                  // one array for all threads of the block

    // Given: thread t of the block puts its element, first + t, into the shared array.
    const int t     = int(threadIdx.x);
    const int first = int(blockIdx.x) * kBlock;       // the first element of this block
    s_part[t] = in[first + t];

    __syncthreads();                        // what this thread reads next, another one has stored
    out[first + t] = s_part[kBlock - 1 - t];
    // endregion
}

// Given.
void reverse_blocks(const float* d_in, float* d_out, int n)
{
    reverse_blocks_kernel<<<n / kBlock, kBlock>>>(d_in, d_out);   // n is a multiple of kBlock: nothing is left over
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}

// Cost: each element is loaded once and stored once, in all five. For n = 2000 there are 8 blocks, and 48 of their 2048 threads have
// nothing to do. Lab 02 asks whether it was worth the way there and back.
