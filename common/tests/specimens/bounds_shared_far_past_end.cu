// expect: out_of_bounds, line 9, array s_row
// What comes after the tile is the engine's, and no array of the kernel.
__global__ void reach(const float* in, float* out)
{
    __shared__ float s_row[32];
    const int x = threadIdx.x;
    if (x < 32) s_row[x] = in[x];
    __syncthreads();
    out[x] = s_row[x];
}

#include "on_floats.cuh"
int main() { on_floats<512>([](float* d_in, float* d_out) { reach<<<1, 512>>>(d_in, d_out); }); }
