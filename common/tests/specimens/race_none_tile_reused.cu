// expect: clean
__global__ void sum_tiles(const float* in, float* out, int tiles)
{
    __shared__ float s_tile[32];
    float sum = 0.0f;
    for (int tile = 0; tile < tiles; ++tile) {
        s_tile[threadIdx.x] = in[tile * 32 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 32; ++k) sum += s_tile[k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { sum_tiles<<<1, 32>>>(d_in, d_out, 3); }); }
