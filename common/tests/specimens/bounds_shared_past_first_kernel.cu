// expect: out_of_bounds, line 6, array s_column, index [40]
// The reverse: past the end of the kernel's own array, just before another kernel's.
__global__ void first(const float* in, float* out)
{
    __shared__ float s_column[40];
    s_column[threadIdx.x + 1] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x > 0) out[threadIdx.x] = s_column[threadIdx.x];
}

__global__ void second(const float* in, float* out)
{
    __shared__ float s_row[40];
    s_row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_row[39 - threadIdx.x];
}

#include "on_floats.cuh"
int main()
{
    on_floats<40>([](float* d_in, float* d_out) {
        second<<<1, 40>>>(d_in, d_out);
        first<<<1, 40>>>(d_in, d_out);
    });
}
