// expect: out_of_bounds, line 6, array table, index [4]
__device__ float table[4] = {1, 2, 3, 4};

__global__ void scale(const float* in, float* out, int last)
{
    out[threadIdx.x] = in[threadIdx.x] * table[last];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { scale<<<1, 64>>>(d_in, d_out, 4); }); }
