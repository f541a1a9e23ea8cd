// expect: clean
#include <cuda_runtime.h>

// A lock in shared memory that is taken by an atomic and released by a store to the volatile word.
__global__ void add(int* out)
{
    __shared__ volatile int s_lock;
    __shared__ int s_sum;
    if (threadIdx.x == 0) s_lock = s_sum = 0;
    __syncthreads();
    for (bool done = false; !done;) {
        if (s_lock != 0 || atomicCAS(const_cast<int*>(&s_lock), 0, 1) != 0) continue;
        __threadfence_block();
        s_sum += int(threadIdx.x);
        __threadfence_block();
        s_lock = 0;
        done = true;
    }
    __syncthreads();
    if (threadIdx.x == 0) *out = s_sum;
}

int main()
{
    int *d_out = nullptr, out = 0;
    cudaMalloc(&d_out, sizeof(int));
    add<<<1, 96>>>(d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return out == 96 * 95 / 2 ? 0 : 1;
}
