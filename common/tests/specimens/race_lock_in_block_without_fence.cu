// expect: race, line 11, other 11, array s_sum
#include <cuda_runtime.h>

// Within a block, too, a lock without fences orders nothing.
__global__ void add(int* out)
{
    __shared__ int s_lock, s_sum;
    if (threadIdx.x == 0) s_lock = s_sum = 0;
    __syncthreads();
    while (atomicCAS(&s_lock, 0, 1) != 0) {}
    s_sum += int(threadIdx.x) + 1;
    atomicExch(&s_lock, 0);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s_sum;
}

int main()
{
    int* d_out = nullptr;
    cudaMalloc(&d_out, sizeof(int));
    add<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
