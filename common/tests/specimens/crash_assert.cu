// expect: crash, line 7
#include <cassert>

__global__ void scale(float* out, int n)
{
    const int i = int(threadIdx.x);
    assert(i < n);
    out[i] = 2.0f * float(i);
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 32 * sizeof(float));
    scale<<<1, 32>>>(d_out, 30);
    const cudaError_t status = cudaDeviceSynchronize();
    cudaFree(d_out);
    return status == cudaErrorAssert ? 0 : 2;
}
