// expect: clean
// The condition is the same for all threads of a block.
__global__ void tile(const float* in, float* out, int n)
{
    __shared__ float s_tile[50];
    if (int(blockIdx.x * blockDim.x) >= n) return;
    if (n > 10) {
        s_tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        out[threadIdx.x] = s_tile[49 - threadIdx.x];
    }
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { tile<<<4, 50>>>(d_in, d_out, 50); }); }
