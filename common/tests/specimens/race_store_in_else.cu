// expect: race, line 12, other 15, array s_tile, index [0]
#include <cuda_runtime.h>

// Both branches store to the same place: the finding names the line of the branch that ran, here the ghost's.
__global__ void load_tile(const float* in, float* out, int n)
{
    __shared__ float s_tile[64];
    const int t = int(threadIdx.x), i = t - 4;
    if (i >= 0 && i < n)
        s_tile[t] = in[i];
    else
        s_tile[t] = 0.0f;

    const int from = 63 - t;
    out[t] = t == 63 ? s_tile[from] : 0.0f;
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[64] = {};
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    load_tile<<<1, 64>>>(d_in, d_out, 64);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
