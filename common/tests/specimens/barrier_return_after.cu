// expect: clean
// Threads beyond the edge return after the last barrier.
__global__ void tile(const float* in, float* out, int n)
{
    __shared__ float s_tile[64];
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    s_tile[threadIdx.x] = i < n ? in[i] : 0.0f;
    __syncthreads();
    if (i >= n) return;
    out[i] = s_tile[63 - threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { tile<<<2, 64>>>(d_in, d_out, 100); }); }
