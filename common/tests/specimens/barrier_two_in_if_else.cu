// expect: barrier, line 8, other 11
// The same number of barriers in both branches, but not the same barriers.
__global__ void tile(const float* in, float* out)
{
    __shared__ float s_tile[64];
    if (threadIdx.x < 32) {
        s_tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
    } else {
        s_tile[threadIdx.x] = 0.0f;
        __syncthreads();
    }
    out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { tile<<<1, 64>>>(d_in, d_out); }); }
