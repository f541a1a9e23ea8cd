// expect: out_of_bounds, line 15, array s_row, index [-1]
// Two kernels with a shared array each, side by side in the engine's memory: an index below 0 is reported for the kernel that ran.
__global__ void first(const float* in, float* out)
{
    __shared__ float s_column[40];
    s_column[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_column[39 - threadIdx.x];
}

__global__ void second(const float* in, float* out)
{
    __shared__ float s_row[40];
    const int tx = threadIdx.x;
    s_row[tx - 1] = in[tx];
    __syncthreads();
    if (tx < 39) out[tx] = s_row[tx];
}

#include "on_floats.cuh"
int main()
{
    on_floats<40>([](float* d_in, float* d_out) {
        first<<<1, 40>>>(d_in, d_out);
        second<<<1, 40>>>(d_in, d_out);
    });
}
