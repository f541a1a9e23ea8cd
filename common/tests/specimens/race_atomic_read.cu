// expect: race, line 8, other 9, array s_count
// The sum is read while others may still add to it.
__global__ void count(float* out)
{
    __shared__ int s_count;
    if (threadIdx.x == 0) s_count = 0;
    __syncthreads();
    atomicAdd(&s_count, 1);
    out[threadIdx.x] = float(s_count);
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { count<<<1, 64>>>(d_out); }); }
