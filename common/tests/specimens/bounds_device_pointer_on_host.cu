// expect: crash, line 14, array d_out
#include <cstdio>

__global__ void fill(float* out)
{
    out[threadIdx.x] = 1.0f;
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 64 * sizeof(float));
    fill<<<1, 64>>>(d_out);
    std::printf("%g\n", d_out[0]);
    cudaFree(d_out);
}
