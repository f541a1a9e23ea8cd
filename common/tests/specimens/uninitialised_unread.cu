// expect: clean
// Part of the tile is never filled, but never read either.
__global__ void blur(const float* in, float* out)
{
    __shared__ float s_tile[66];
    s_tile[threadIdx.x + 1] = in[threadIdx.x];
    __syncthreads();
    const int tx = threadIdx.x;
    const float left = tx > 0 ? s_tile[tx] : 0.0f;
    const float right = tx < 63 ? s_tile[tx + 2] : 0.0f;
    out[tx] = left + s_tile[tx + 1] + right;
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { blur<<<1, 64>>>(d_in, d_out); }); }
