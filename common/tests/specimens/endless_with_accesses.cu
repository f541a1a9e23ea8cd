// expect: endless, line 6
// The step is zero in the last turn.
__global__ void spin(volatile float* out)
{
    for (int step = 4, i = 0; i < 64; i += step /= 2)
        out[threadIdx.x] = 1.0f;
}

#include "on_floats.cuh"
int main() { on_floats([](float*, float* d_out) { spin<<<1, 64>>>(d_out); }); }
