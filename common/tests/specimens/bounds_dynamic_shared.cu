// expect: out_of_bounds, line 8, array s_tile, index [64]
// The launch asks for elements where it should ask for bytes, and for too few.
__global__ void shift(const float* in, float* out)
{
    extern __shared__ float s_tile[];
    s_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_tile[threadIdx.x + 1];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { shift<<<1, 64, 64 * sizeof(float)>>>(d_in, d_out); }); }
