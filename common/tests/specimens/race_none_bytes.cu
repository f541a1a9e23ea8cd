// expect: clean
// Four threads write the four bytes of one word.
__global__ void bytes(const float* in, float* out)
{
    __shared__ char s_byte[64];
    s_byte[threadIdx.x] = char(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] + s_byte[63 - threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { bytes<<<1, 64>>>(d_in, d_out); }); }
