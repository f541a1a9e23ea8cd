// expect: crash, line 15, array d_in
#include <cstring>

__global__ void fill(float* out)
{
    out[threadIdx.x] = 1.0f + float(threadIdx.x);
}

int main()
{
    float *d_in, h_in[64];
    cudaMalloc(&d_in, sizeof h_in);
    fill<<<1, 64>>>(d_in);
    cudaDeviceSynchronize();
    mempcpy(h_in, d_in, sizeof h_in);
    cudaFree(d_in);
    return h_in[3] != 4.0f;
}
