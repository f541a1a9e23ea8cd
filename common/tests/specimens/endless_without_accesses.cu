// expect: endless, line 5
// Never reaches -1. One line, since a thread without accesses is stopped wherever it happens to be.
__global__ void spin(float* out, int i)
{
    for (; i != -1; i = (i * 5 + 3) % 7) {}
    out[threadIdx.x] = float(i);
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { spin<<<1, 32>>>(d_out, 1); }); }
