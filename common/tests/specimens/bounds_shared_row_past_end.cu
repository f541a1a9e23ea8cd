// expect: out_of_bounds, line 9, array s_tile
// One row too many.
__global__ void shift(const float* in, float* out)
{
    __shared__ float s_tile[16][4];
    const int x = threadIdx.x, y = threadIdx.y;
    s_tile[y][x] = in[y * 4 + x];
    __syncthreads();
    out[y * 4 + x] = s_tile[y + 1][x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { shift<<<1, dim3(4, 16)>>>(d_in, d_out); }); }
