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
    // TODO(1) Every thread runs this line: store in[i] + 10 in out[i]. Which number is i, if each thread is to have a different
    //         element?
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
    // TODO(2) The same, with 256 threads and only n elements. What must a thread test before it reads or stores anything?
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
    // TODO(3) Find i, this thread's number among the threads of all blocks; then add, with the guard of puzzle 2. How many
    //         threads are in the blocks before this one?
}

void add_in_blocks(const float* d_in, float* d_out, int n)
{
    // TODO(4) Launch add_in_blocks_kernel with enough blocks of kBlock threads. n / kBlock rounds down: what about the last few
    //         elements?

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

    // TODO(5) Copy the input to the device, inside CUDA_CHECK(…). How many bytes is that, and which array is the target?

    // TODO(6) Launch add_in_blocks_kernel once more, as in puzzle 3. Which pointers may a kernel follow?

    // Given.
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());

    // TODO(7) Copy the result back to h_out. Which array is the target now?

    // Given: the room is given back.
    CUDA_CHECK(cudaFree(d_in));
    CUDA_CHECK(cudaFree(d_out));
}

// ---- Puzzle 5 · a barrier --------------------------------------------------------------------------------------------------

__global__ void reverse_blocks_kernel(const float* in, float* out)
{
    __shared__ float s_part[kBlock];                  // one array for all threads of the block

    // Given: thread t of the block puts its element, first + t, into the shared array.
    const int t     = int(threadIdx.x);
    const int first = int(blockIdx.x) * kBlock;       // the first element of this block
    s_part[t] = in[first + t];

    // TODO(8) Let each thread wait until all of the block have come this far. Why must it?

    // TODO(9) Store in out[first + t] the element that belongs there. Which thread has put it into s_part, the first one, the
    //         last one, or one between them?
}

// Given.
void reverse_blocks(const float* d_in, float* d_out, int n)
{
    reverse_blocks_kernel<<<n / kBlock, kBlock>>>(d_in, d_out);   // n is a multiple of kBlock: nothing is left over
    CUDA_CHECK(cudaGetLastError());
    CUDA_CHECK(cudaDeviceSynchronize());
}
