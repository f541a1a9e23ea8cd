// expect: clean
// All threads make the same number of turns; the bounds test is inside the loop.
__global__ void rounds(float* out, int n)
{
    for (int begin = 0; begin < n; begin += blockDim.x) {
        const int i = begin + threadIdx.x;
        if (i < n) out[i] = 1.0f;
        __syncthreads();
    }
    if (threadIdx.x == 0) return;
    if (threadIdx.x == 1 && n > 50) out[1] = 2.0f;
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { rounds<<<1, 64>>>(d_out, 100); }); }
