// expect: clean
// Two tiles in turn: one barrier per step is enough.
__global__ void sum_tiles(const float* in, float* out, int tiles)
{
    __shared__ float s_tile[2][32];
    float sum = 0.0f;
    s_tile[0][threadIdx.x] = in[threadIdx.x];
    for (int tile = 0; tile < tiles; ++tile) {
        __syncthreads();
        if (tile + 1 < tiles) s_tile[(tile + 1) % 2][threadIdx.x] = in[(tile + 1) * 32 + threadIdx.x];
        for (int k = 0; k < 32; ++k) sum += s_tile[tile % 2][k];
    }
    out[threadIdx.x] = sum;
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { sum_tiles<<<1, 32>>>(d_in, d_out, 3); }); }
