// expect: clean
// A barrier that counts: all threads get the same answer.
__global__ void positive(const float* in, float* out)
{
    const int zeros = __syncthreads_count(in[threadIdx.x] == 0.0f);
    if (__syncthreads_and(zeros == 64) && __syncthreads_or(threadIdx.x == 5)) out[threadIdx.x] = float(zeros);
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { positive<<<1, 64>>>(d_in, d_out); }); }
