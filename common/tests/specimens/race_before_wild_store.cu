// expect: race, line 9, other 11, array s_at
#include <cuda_runtime.h>

// The index that leaves the array is a value for which threads race: only the race is reported.
__global__ void scatter(int* out)
{
    __shared__ int s_at[64];
    const int t = int(threadIdx.x);
    s_at[t] = 1 << 20;
    // a __syncthreads() is missing
    out[s_at[(t + 1) % 64]] = 1;
}

int main()
{
    int* d_out = nullptr;
    cudaMalloc(&d_out, 4096 * sizeof(int));
    scatter<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
