// expect: out_of_bounds, line 6, array d_in, index [-1]
// The left neighbour of the first element.
__global__ void shift(const float* in, float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i - 1];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { shift<<<2, 64>>>(d_in, d_out, 100); }); }
