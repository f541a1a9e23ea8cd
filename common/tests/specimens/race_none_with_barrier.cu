// expect: clean
__global__ void reverse(const float* in, float* out)
{
    __shared__ float s_tile[64];
    s_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { reverse<<<1, 64>>>(d_in, d_out); }); }
