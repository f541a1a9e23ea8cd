// expect: clean
// All threads store the same value in the same element.
__global__ void flag(const float* in, float* out)
{
    __shared__ float s_flag;
    s_flag = 1.0f;
    __syncthreads();
    if (in[threadIdx.x] == 0.0f) s_flag = 2.0f;
    __syncthreads();
    out[threadIdx.x] = s_flag;
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { flag<<<1, 64>>>(d_in, d_out); }); }
