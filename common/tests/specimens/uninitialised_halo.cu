// expect: uninitialised, line 8, array s_tile, index [0]
// The tile has room for a halo, but only its middle is filled.
__global__ void blur(const float* in, float* out)
{
    __shared__ float s_tile[66];
    s_tile[threadIdx.x + 1] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_tile[threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { blur<<<1, 64>>>(d_in, d_out); }); }
