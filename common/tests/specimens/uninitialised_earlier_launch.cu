// expect: clean
// Written by one launch, read by the next.
__global__ void fill(float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = 3.0f;
}
__global__ void add(const float* in, float* out)
{
    out[threadIdx.x] += in[threadIdx.x];
}

#include "on_floats.cuh"
int main()
{
    on_floats([](float* d_in, float* d_out) {
        fill<<<2, 64>>>(d_out, 100);
        add<<<1, 64>>>(d_in, d_out);
        add<<<1, 100>>>(d_out, d_in);
    });
}
