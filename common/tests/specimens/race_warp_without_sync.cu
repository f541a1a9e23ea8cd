// expect: race, line 10, other 11, array s_word
#include <cuda_runtime.h>

// One warp, and no __syncwarp: its lanes need not run in step.
__global__ void rotate(const int* in, int* out)
{
    __shared__ int s_word[32];
    const int t = int(threadIdx.x);

    s_word[t] = in[t];
    out[t] = s_word[(t + 5) % 32];
}

int main()
{
    int *d_in = nullptr, *d_out = nullptr, in[32];
    for (int i = 0; i < 32; ++i) in[i] = i;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    rotate<<<1, 32>>>(d_in, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
