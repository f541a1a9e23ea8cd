// expect: out_of_bounds, line 8, array s_tile, index [-1]
__global__ void shift(const float* in, float* out)
{
    __shared__ float s_tile[64];
    const int tx = threadIdx.x;
    s_tile[tx] = in[tx];
    __syncthreads();
    out[tx] = s_tile[tx - 1];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { shift<<<1, 64>>>(d_in, d_out); }); }
