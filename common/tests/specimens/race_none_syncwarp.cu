// expect: clean
#include <cuda_runtime.h>

// Each warp sums its own 32 words, and its lanes wait only for each other.
__global__ void sum32(const float* in, float* out)
{
    __shared__ float s_sum[96 + 16];
    const int t = int(threadIdx.x), lane = t % 32;
    s_sum[t] = in[t];
    if (t < 16) s_sum[96 + t] = 0.0f;
    __syncthreads();
    for (int step = 16; step > 0; step /= 2) {
        const float other = lane < step ? s_sum[t + step] : 0.0f;
        __syncwarp();
        s_sum[t] += other;
        __syncwarp();
    }
    if (lane == 0) out[t / 32] = s_sum[t];
}

int main()
{
    float *d_in = nullptr, *d_out = nullptr, in[96];
    for (int i = 0; i < 96; ++i) in[i] = float(i);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, 3 * sizeof(float));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    sum32<<<1, 96>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
