// expect: uninitialised, line 8, array s_first
// What the first block left in shared memory does not initialise it for the second.
__global__ void keep(float* out)
{
    __shared__ float s_first;
    if (blockIdx.x == 0 && threadIdx.x == 0) s_first = 1.0f;
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = s_first;
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { keep<<<3, 32>>>(d_out); }); }
