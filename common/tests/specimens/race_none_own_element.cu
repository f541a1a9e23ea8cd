// expect: clean
// Each thread uses only its own element: no barrier is needed.
__global__ void twice(const float* in, float* out)
{
    __shared__ float s_own[64];
    s_own[threadIdx.x] = in[threadIdx.x];
    s_own[threadIdx.x] *= 2.0f;
    out[threadIdx.x] = s_own[threadIdx.x];
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { twice<<<1, 64>>>(d_in, d_out); }); }
