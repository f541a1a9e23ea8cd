// expect: clean
#include <cuda_runtime.h>

__global__ void turn_round_twice(float* scratch, float* out)
{
    const int t = int(threadIdx.x);
    for (int round = 0; round < 3; ++round) {
        scratch[t] = float(t * t + round);
        __syncthreads();
        out[t] = scratch[127 - t];
        __syncthreads();
    }
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
