// expect: uninitialised, line 6, array s_sum
// The sum is never set to zero.
__global__ void sum(const float* in, float* out)
{
    __shared__ float s_sum[64];
    s_sum[threadIdx.x] += in[threadIdx.x];
    out[threadIdx.x] = s_sum[threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { sum<<<1, 64>>>(d_in, d_out); }); }
