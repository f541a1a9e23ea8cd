// expect: race, line 6, other 7, array s_tile
// The barrier between filling the tile and using it is missing.
__global__ void reverse(const float* in, float* out)
{
    __shared__ float s_tile[64];
    s_tile[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { reverse<<<1, 64>>>(d_in, d_out); }); }
