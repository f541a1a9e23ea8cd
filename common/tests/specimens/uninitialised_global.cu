// expect: uninitialised, line 5, array d_out
// The output is added to, but was never cleared.
__global__ void add(const float* in, float* out)
{
    out[threadIdx.x] += in[threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { add<<<1, 64>>>(d_in, d_out); }); }
