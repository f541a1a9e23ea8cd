// expect: race, line 7, other 8, array s_tile
// Every reader comes after its writer if the threads happen to run in order.
__global__ void shift(const float* in, float* out)
{
    __shared__ float s_tile[65];
    if (threadIdx.x == 0) s_tile[0] = 0.0f;
    s_tile[threadIdx.x + 1] = in[threadIdx.x];
    out[threadIdx.x] = s_tile[threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { shift<<<1, 64>>>(d_in, d_out); }); }
