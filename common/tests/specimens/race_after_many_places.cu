// expect: race, line 20, other 21, array s_word
#include <cuda_runtime.h>

// The places in a program that access memory have numbers, of which there are 1023. An earlier launch doesn't use them up.
#define FOUR(x) x x x x
#define MANY(x) FOUR(FOUR(FOUR(FOUR(FOUR(x)))))

__global__ void many(int* out, int i)
{
    // 1024 loads, each at a place of its own
    int sum = 0;
    MANY(sum += out[threadIdx.x + (sum == i)];)
    out[threadIdx.x] = sum;
}

__global__ void swap(const int* in, int* out)
{
    __shared__ int s_word[64];
    const int t = int(threadIdx.x);
    s_word[t] = in[t];
    out[t] = s_word[63 - t];
}

int main()
{
    int *d_in = nullptr, *d_out = nullptr, in[64];
    for (int i = 0; i < 64; ++i) in[i] = i;
    cudaMalloc(&d_in, 2 * sizeof in);
    cudaMalloc(&d_out, 2 * sizeof in);
    cudaMemset(d_out, 0, 2 * sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    many<<<1, 64>>>(d_out, 3);
    swap<<<1, 64>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
