// Kernels for the watcher in divided_blocks.hpp. Which of their blocks are divided can be seen from the source.

#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include "divided.hpp"

__global__ void odd_and_even(int* out)
{
    if (threadIdx.x % 2 == 0)
        out[threadIdx.x] = 1;
    else
        out[512 + threadIdx.x] = 2;
}

__global__ void first_of_three(int* out)
{
    if (blockIdx.x == 0 && threadIdx.x % 2 == 0)
        out[threadIdx.x] = 1;
    else
        out[512 + threadIdx.x] = 2;
}

__global__ void leaves_early(int* out)
{
    if (threadIdx.x % 32 < 8) {
        out[threadIdx.x] = 1;
        return;
    }
    out[512 + threadIdx.x] = 2;
}

__global__ void whole_warps(int* out)
{
    if (threadIdx.x < 32)
        out[threadIdx.x] = 1;
    else
        out[512 + threadIdx.x] = 2;
}

__global__ void one_warp_of_two(int* out)
{
    if (threadIdx.x < 16)
        out[threadIdx.x] = 1;
    else
        out[512 + threadIdx.x] = 2;
}

__global__ void one_side_stores(int* out)
{
    if (threadIdx.x % 2 == 0) out[threadIdx.x] = 1;
}

__global__ void turns_of_a_loop(int* out)
{
    for (int i = int(threadIdx.x) % 32; i < 40; i += 32) out[threadIdx.x] = i;
}

__global__ void a_barrier_between(int* out)
{
    if (threadIdx.x % 2 == 0) out[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x % 2 != 0) out[512 + threadIdx.x] = 2;
}

/// Each block waits for the other in the middle: the first is divided before it, the second after it.
__global__ void one_after_the_other(int* out)
{
    const bool first = blockIdx.x == 0;
    int* const own = out + blockIdx.x * blockDim.x + threadIdx.x;
    for (int half = 0; half < 2; ++half) {
        if ((half == 0) == first && threadIdx.x % 2 == 0)
            *own = 1;
        else
            own[512] = 2;
        cooperative_groups::this_grid().sync();
    }
}

__global__ void add(const float* in, float* out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = in[i] + 1.0f;
}

__global__ void add_in_two_ways(const float* in, float* out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (threadIdx.x % 2 == 0)
        out[i] = in[i] + 1.0f;
    else
        out[i] = 2.0f - (1.0f - in[i]);
}

__global__ void add_in_two_ways_first(const float* in, float* out)
{
    const unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (blockIdx.x == 0 && threadIdx.x % 2 == 0)
        out[i] = in[i] + 1.0f;
    else
        out[i] = 2.0f - (1.0f - in[i]);
}

// As a lab's functions: n is a multiple of 64.
void adds(const float* d_in, float* d_out, int n)
{
    add<<<n / 64, 64>>>(d_in, d_out);
}
void adds_in_two_ways(const float* d_in, float* d_out, int n)
{
    add_in_two_ways<<<n / 64, 64>>>(d_in, d_out);
}
void adds_in_two_ways_first(const float* d_in, float* d_out, int n)
{
    add_in_two_ways_first<<<n / 64, 64>>>(d_in, d_out);
}

void run(const char* which, int* out)
{
    const auto is = [&](const char* name) { return __builtin_strcmp(which, name) == 0; };
    if (is("odd_and_even")) odd_and_even<<<3, 64>>>(out);
    if (is("in_many_blocks")) odd_and_even<<<512, 64>>>(out);
    if (is("first_of_three")) first_of_three<<<3, 64>>>(out);
    if (is("leaves_early")) leaves_early<<<3, 64>>>(out);
    if (is("whole_warps")) whole_warps<<<3, 64>>>(out);
    if (is("one_warp_of_two")) one_warp_of_two<<<3, 64>>>(out);
    if (is("one_side_stores")) one_side_stores<<<3, 64>>>(out);
    if (is("turns_of_a_loop")) turns_of_a_loop<<<3, 64>>>(out);
    if (is("a_barrier_between")) a_barrier_between<<<3, 64>>>(out);
    if (is("one_after_the_other")) {
        void* arguments[] = {&out};
        cudaLaunchCooperativeKernel((void*)one_after_the_other, dim3(2), dim3(64), arguments, 0, nullptr);
    }
    cudaDeviceSynchronize();
}

int* device_words(int count)
{
    int* words = nullptr;
    cudaMalloc(&words, std::size_t(count) * sizeof(int));
    return words;
}
