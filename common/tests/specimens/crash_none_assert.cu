// expect: clean
#include <cassert>

__global__ void scale(float* out, int n)
{
    const int i = int(threadIdx.x);
    if (i >= n) return;
    assert(i < n);
    out[i] = 2.0f * float(i);
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 30 * sizeof(float));
    scale<<<1, 32>>>(d_out, 30);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
