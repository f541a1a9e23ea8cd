// expect: race, line 10, other 11, array s_at
#include <cuda_runtime.h>

// Likewise after a barrier: the index was read before it.
__global__ void scatter(int* out)
{
    __shared__ int s_at[64];
    const int t = int(threadIdx.x);
    int at = 0;
    s_at[t] = 1 << 20;
    at = s_at[(t + 1) % 64];
    __syncthreads();
    out[at] = 1;
}

int main()
{
    int* d_out = nullptr;
    cudaMalloc(&d_out, 4096 * sizeof(int));
    scatter<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
