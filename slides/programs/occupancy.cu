// How many blocks live on a multiprocessor at once: what the runtime says of blocks of several sizes and shared arrays.
// Prints a line for each: threads, bytes of shared memory, blocks.

#include <cstdio>

#include <cuda_runtime.h>

#include "cuda/check.hpp"

extern __shared__ float s_room[];

__global__ void idle_kernel(float* out)
{
    s_room[0] = 1.0f;
    *out = s_room[0];
}

int main()
{
    for (const int shared_bytes : {4, 12 * 1024, 48 * 1024})
        for (const int threads : {32, 64, 256, 400, 1024}) {
            int blocks = 0;
            CUDA_CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, idle_kernel, threads, size_t(shared_bytes)));
            std::printf("%d\t%d\t%d\n", threads, shared_bytes, blocks);
        }
}
