// expect: race, line 9, other 9, array s_sum
// A tree of sums with the barrier outside the loop.
__global__ void reduce(const float* in, float* out)
{
    __shared__ float s_sum[64];
    s_sum[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (unsigned step = 32; step > 0; step /= 2)
        if (threadIdx.x < step) s_sum[threadIdx.x] += s_sum[threadIdx.x + step];
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s_sum[0];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { reduce<<<1, 64>>>(d_in, d_out); }); }
