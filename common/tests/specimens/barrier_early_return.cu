// expect: barrier, line 9, other 7
// Threads of the last block that are beyond the edge return before the barrier.
__global__ void tile(const float* in, float* out, int n)
{
    __shared__ float s_tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    s_tile[threadIdx.x] = in[i];
    __syncthreads();
    out[i] = s_tile[threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { tile<<<2, 64>>>(d_in, d_out, 100); }); }
