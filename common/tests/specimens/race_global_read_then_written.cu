// expect: race, line 10, other 9, array d_scratch
#include <cuda_runtime.h>

__global__ void turn_round_twice(float* scratch, float* out)
{
    const int t = int(threadIdx.x);
    scratch[t] = float(t * t);
    __syncthreads();
    out[t] = scratch[127 - t];
    scratch[t] = float(t);
}

int main()
{
    float *d_scratch = nullptr, *d_out = nullptr;
    cudaMalloc(&d_scratch, 128 * sizeof(float));
    cudaMalloc(&d_out, 128 * sizeof(float));
    turn_round_twice<<<1, 128>>>(d_scratch, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_scratch);
    cudaFree(d_out);
}
