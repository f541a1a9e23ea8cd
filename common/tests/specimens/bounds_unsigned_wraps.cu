// expect: out_of_bounds, line 5, array d_in, index [4294967295]
// threadIdx.x - 1 is unsigned: it becomes 4294967295, and is widened before it is added to the pointer.
__global__ void shift(const float* in, float* out)
{
    out[threadIdx.x] = in[threadIdx.x - 1];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { shift<<<1, 64>>>(d_in, d_out); }); }
