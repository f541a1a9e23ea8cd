// expect: barrier, line 8
// Half of the block never arrives.
__global__ void tile(const float* in, float* out)
{
    __shared__ float s_tile[64];
    s_tile[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 32) {
        __syncthreads();
        out[threadIdx.x] = s_tile[63 - threadIdx.x];
    }
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { tile<<<1, 64>>>(d_in, d_out); }); }
