// expect: barrier, line 7
// Some threads make one more turn, and wait alone.
__global__ void rounds(float* out, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        out[i] = 1.0f;
        __syncthreads();
    }
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { rounds<<<1, 64>>>(d_out, 100); }); }
