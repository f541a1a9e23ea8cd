// expect: out_of_bounds, line 18, array s_flat, index [1024]
// 33 × 32 floats in an array for 32 × 32, followed directly by another kernel's array: arrays that fill multiples of 128 bytes
// have no gap between them.
__global__ void first(const float* in, float* out)
{
    __shared__ float s_tile[1024];
    s_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_tile[31 - threadIdx.x];
}

__global__ void second(const float* in, float* out)
{
    __shared__ float s_flat[1024];
    for (int row = 0; row < 32; ++row) {
        // Rows of 33: the last one begins at 1023.
        const int i = row * 33 + int(threadIdx.x);
        s_flat[i] = in[threadIdx.x];
    }
    __syncthreads();
    out[threadIdx.x] = s_flat[31 - threadIdx.x];
}

__global__ void third(const float* in, float* out)
{
    __shared__ float s_line[1024];
    s_line[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_line[31 - threadIdx.x];
}

#include "on_floats.cuh"
int main()
{
    on_floats<32>([](float* d_in, float* d_out) {
        first<<<1, 32>>>(d_in, d_out);
        second<<<1, 32>>>(d_in, d_out);
        third<<<1, 32>>>(d_in, d_out);
    });
}
