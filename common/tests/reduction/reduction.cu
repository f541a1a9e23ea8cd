// reduction_test.cpp has what is wrong with each kernel, and in which line.

#include "reduction.hpp"

constexpr int kBlock = 128;

/// Called by all threads of the block, with an element each in s_sum; afterwards thread 0 finds the sum in s_sum[0].
__device__ void add_up(float* s_sum)
{
    const int tx = int(threadIdx.x);
    for (int stride = kBlock / 2; stride > 0; stride /= 2) {
        __syncthreads();
        if (tx < stride) s_sum[tx] += s_sum[tx + stride];
    }
}

__global__ void block_sums(const float* in, float* out, int n)
{
    __shared__ float s_sum[kBlock];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kBlock + tx;
    s_sum[tx] = i < n ? in[i] : 0.0f;
    add_up(s_sum);
    if (tx == 0) atomicAdd(out, s_sum[0]);
}

__global__ void whole_sum(const float* in, float* out, int n)
{
    __shared__ float s_sum[kBlock];
    const int tx = int(threadIdx.x);
    float mine = 0.0f;
    for (int i = tx; i < n; i += kBlock) mine += in[i];
    s_sum[tx] = mine;
    add_up(s_sum);
    if (tx == 0) out[0] = s_sum[0];
}

__global__ void without_barrier(const float* in, float* out, int n)
{
    __shared__ float s_sum[kBlock];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kBlock + tx;
    s_sum[tx] = i < n ? in[i] : 0.0f;
    for (int stride = kBlock / 2; stride > 0; stride /= 2)
        if (tx < stride) s_sum[tx] += s_sum[tx + stride];
    if (tx == 0) atomicAdd(out, s_sum[0]);
}

__global__ void added_by_two(const float* in, float* out, int n)
{
    __shared__ float s_sum[kBlock];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kBlock + tx;
    s_sum[tx] = i < n ? in[i] : 0.0f;
    add_up(s_sum);
    __syncthreads();
    if (tx < 2) atomicAdd(out, s_sum[0]);
}

__global__ void without_test(const float* in, float* out, int)
{
    __shared__ float s_sum[kBlock];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kBlock + tx;
    s_sum[tx] = in[i];
    add_up(s_sum);
    if (tx == 0) atomicAdd(out, s_sum[0]);
}

__global__ void without_zeros(const float* in, float* out, int n)
{
    __shared__ float s_sum[kBlock];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kBlock + tx;
    if (i < n) s_sum[tx] = in[i];
    add_up(s_sum);
    if (tx == 0) atomicAdd(out, s_sum[0]);
}

__global__ void loaded_twice(const float* in, float* out, int n)
{
    __shared__ float s_sum[kBlock];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kBlock + tx;
    s_sum[tx] = i < n ? in[i] : 0.0f;
    __syncthreads();
    s_sum[tx] = i < n ? in[i] : 0.0f;
    add_up(s_sum);
    if (tx == 0) atomicAdd(out, s_sum[0]);
}

namespace {

using Kernel = void (*)(const float*, float*, int);

void launch(Kernel kernel, int blocks, const float* d_in, float* d_out, int n)
{
    const float zero = 0.0f;
    cudaMemcpy(d_out, &zero, sizeof zero, cudaMemcpyHostToDevice);
    kernel<<<blocks, kBlock>>>(d_in, d_out, n);
}

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }

}  // namespace

void sum(const float* d_in, float* d_out, int n) { launch(block_sums, blocks_for(n), d_in, d_out, n); }
void sum_in_one_block(const float* d_in, float* d_out, int n) { whole_sum<<<1, kBlock>>>(d_in, d_out, n); }

void does_nothing(const float*, float*, int) {}
void forgets_the_last_block(const float* d_in, float* d_out, int n) { launch(block_sums, n > kBlock ? n / kBlock : 1, d_in, d_out, n); }
void has_no_barrier(const float* d_in, float* d_out, int n) { launch(without_barrier, blocks_for(n), d_in, d_out, n); }
void adds_twice(const float* d_in, float* d_out, int n) { launch(added_by_two, blocks_for(n), d_in, d_out, n); }
void reads_past_the_end(const float* d_in, float* d_out, int n) { launch(without_test, blocks_for(n), d_in, d_out, n); }
void begins_with_what_is_there(const float* d_in, float* d_out, int n) { block_sums<<<blocks_for(n), kBlock>>>(d_in, d_out, n); }
void leaves_shared_memory_empty(const float* d_in, float* d_out, int n) { launch(without_zeros, blocks_for(n), d_in, d_out, n); }
void loads_twice(const float* d_in, float* d_out, int n) { launch(loaded_twice, blocks_for(n), d_in, d_out, n); }
