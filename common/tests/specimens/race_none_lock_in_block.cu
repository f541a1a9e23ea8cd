// expect: clean
#include <cuda_runtime.h>

// Threads of one block, also of one warp, take a lock in turn. The fences keep what it guards inside.
__global__ void add(int* out, int* sum)
{
    __shared__ int s_lock, s_sum;
    if (threadIdx.x == 0) s_lock = s_sum = 0;
    __syncthreads();
    for (bool done = false; !done;) {
        if (atomicCAS(&s_lock, 0, 1) != 0) continue;
        __threadfence_block();
        s_sum += int(threadIdx.x);
        *sum += int(threadIdx.x);
        __threadfence_block();
        atomicExch(&s_lock, 0);
        done = true;
    }
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s_sum + *sum;
}

int main()
{
    int *d_out = nullptr, *d_sum = nullptr, out = 0;
    cudaMalloc(&d_out, sizeof(int));
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    add<<<1, 96>>>(d_out, d_sum);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    cudaFree(d_sum);
    return out == 96 * 95 ? 0 : 1;
}
