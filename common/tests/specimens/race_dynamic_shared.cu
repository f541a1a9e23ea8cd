// expect: race, line 5, other 6
__global__ void reverse(const float* in, float* out)
{
    extern __shared__ float s_tile[];
    s_tile[threadIdx.x] = in[threadIdx.x];
    out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { reverse<<<1, 64, 64 * sizeof(float)>>>(d_in, d_out); }); }
