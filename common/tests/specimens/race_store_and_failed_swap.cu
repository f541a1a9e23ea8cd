// expect: race, line 11, other 12, array s_lock
#include <cuda_runtime.h>

// The lock is never free for a swap of 5, so each swap fails; but it reads what another thread stores.
__global__ void unlock(float* out)
{
    __shared__ int s_lock;
    const int i = int(threadIdx.x);
    if (i == 0) s_lock = 1;
    __syncthreads();
    if (i == 40) s_lock = 2;
    const int old = i == 3 ? atomicCAS(&s_lock, 5, 6) : 0;
    out[i] = float(old) * 0.25f + float(i);
}

int main()
{
    float* d_out = nullptr;
    cudaMalloc(&d_out, 45 * sizeof(float));
    unlock<<<1, 45>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
