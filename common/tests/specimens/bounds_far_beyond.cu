// expect: out_of_bounds, line 5, array d_in, index [4294967296]
// Bytes taken for elements.
__global__ void copy(const float* in, float* out, long offset)
{
    out[threadIdx.x] = in[threadIdx.x + offset];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { copy<<<1, 64>>>(d_in, d_out, 1L << 32); }); }
