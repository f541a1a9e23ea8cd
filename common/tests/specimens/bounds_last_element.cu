// expect: clean
// The last element and not one more.
__global__ void fill(float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[n - 1 - i] = 1.0f;
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { fill<<<2, 64>>>(d_out, 100); }); }
