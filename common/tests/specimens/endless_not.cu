// expect: clean
// Long, but it ends.
__global__ void spin(float* out, int n)
{
    unsigned state = threadIdx.x + 1;
    for (int i = 0; i < n; ++i) state = state * 1664525u + 1013904223u;
    out[threadIdx.x] = float(state % 100);
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { spin<<<2, 32>>>(d_out, 100000); }); }
