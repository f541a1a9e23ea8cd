// expect: uninitialised, line 10, array s_tile
// All threads reach the barrier, although the compiler may make two calls of it: after the store, and without it.
__global__ void halo(const float* in, float* out)
{
    __shared__ float s_tile[66];
    const int tx = int(threadIdx.x);
    const bool in_halo = tx == 0 || tx == 65;
    if (!in_halo) s_tile[tx] = in[tx];
    __syncthreads(); if (in_halo) return;
    out[tx] = s_tile[tx - 1] + s_tile[tx + 1];
}

#include "on_floats.cuh"
int main() { on_floats<66>([](float* d_in, float* d_out) { halo<<<1, 66>>>(d_in, d_out); }); }
