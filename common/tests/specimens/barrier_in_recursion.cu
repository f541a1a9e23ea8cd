// expect: clean
#include <cuda_runtime.h>

// A helper with barriers calls itself; every thread recurses to the same depth.
__device__ void rotate(int* s_ring, int turns)
{
    if (turns == 0) return;
    const unsigned t = threadIdx.x;
    const int next = s_ring[(t + 1) % blockDim.x];
    __syncthreads();
    s_ring[t] = next + turns;
    __syncthreads();
    rotate(s_ring, turns - 1);
}

__global__ void turn(int* out)
{
    __shared__ int s_ring[96];
    s_ring[threadIdx.x] = int(threadIdx.x);
    __syncthreads();
    rotate(s_ring, 5);
    out[threadIdx.x] = s_ring[threadIdx.x];
}

int main()
{
    int *d_out = nullptr, out[96];
    cudaMalloc(&d_out, sizeof out);
    turn<<<1, 96>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    for (int i = 0; i < 96; ++i)
        if (out[i] != (i + 5) % 96 + 15) return 1;
}
