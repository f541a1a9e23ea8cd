// expect: out_of_bounds, line 5, array d_out, index [100], last [127]
// The last block extends beyond the array, and nothing guards the store.
__global__ void fill(float* out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { fill<<<2, 64>>>(d_out); }); }
