// expect: barrier, line 12
#include <cuda_runtime.h>

// The first eight threads take one turn more.
__global__ void fill(float* out)
{
    __shared__ float s_part[256];
    const int t = int(threadIdx.x), turns = t < 8 ? 4 : 3;
    s_part[t] = 0.0f;
    for (int i = 0; i < turns; ++i) {
        s_part[t] += float(i);
        __syncthreads();
    }
    out[t] = s_part[t];
}

int main()
{
    float* d_out = nullptr;
    cudaMalloc(&d_out, 256 * sizeof(float));
    fill<<<1, 256>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
