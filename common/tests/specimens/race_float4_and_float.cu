// expect: race, line 9, other 10, array s_line, index [9]
#include <cuda_runtime.h>

// Thread 2 stores four elements at once, thread 0 one of them.
__global__ void fill(float* out)
{
    __shared__ __align__(16) float s_line[256];
    const unsigned t = threadIdx.x;
    reinterpret_cast<float4*>(s_line)[t] = make_float4(2.0f, 2.0f, 2.0f, 2.0f);
    if (t == 0) s_line[9] = 1.0f;
    __syncthreads();
    out[t] = s_line[4 * t + 1];
}

int main()
{
    float* d_out = nullptr;
    cudaMalloc(&d_out, 64 * sizeof(float));
    fill<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
