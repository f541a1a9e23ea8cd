// expect: clean
// The guard is in the same expression as the load; nothing may be loaded before it.
__global__ void shift(const float* in, float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float right = i + 1 < n ? in[i + 1] : 0.0f;
    const float left = i > 0 && i <= n ? in[i - 1] : 0.0f;
    float sum = left + right;
    for (int k = i; k < n && in[k] == 0.0f; k += 32) sum += 1.0f;
    if (i < n) out[i] = sum;
}

#include "on_floats.cuh"
int main() { on_floats([](float* d_in, float* d_out) { shift<<<2, 64>>>(d_in, d_out, 100); }); }
