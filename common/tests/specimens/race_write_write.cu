// expect: race, line 6, other 6, array s_half
// Two threads store different values in the same element.
__global__ void halve(float* out)
{
    __shared__ float s_half[32];
    s_half[threadIdx.x / 2] = float(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = s_half[threadIdx.x / 2];
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { halve<<<1, 64>>>(d_out); }); }
