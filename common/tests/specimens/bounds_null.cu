// expect: out_of_bounds, line 5
// An allocation that was forgotten.
__global__ void copy(const float* in, float* out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { copy<<<1, 64>>>(NULL, d_out); }); }
