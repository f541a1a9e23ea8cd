// expect: race, line 10, other 9, array s_tile
// A thread reads its neighbour's element, then replaces its own: the barrier between them is missing.
__global__ void shift(const float* in, float* out)
{
    __shared__ float s_tile[64];
    const int tx = threadIdx.x;
    s_tile[tx] = in[tx];
    __syncthreads();
    const float right = s_tile[(tx + 1) % 64];
    s_tile[tx] = right * 2.0f;
    __syncthreads();
    out[tx] = s_tile[tx];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { shift<<<1, 64>>>(d_in, d_out); }); }
