// expect: clean
#include <cuda_runtime.h>

// Lanes finish after different numbers of turns, but all stay for the vote.
__global__ void collatz(const int* in, int* out)
{
    int value = in[threadIdx.x], turns = 0;
    while (__any_sync(0xffffffffu, value > 1)) {
        if (value <= 1) continue;
        value = value % 2 != 0 ? 3 * value + 1 : value / 2;
        ++turns;
    }
    out[threadIdx.x] = turns;
}

int main()
{
    int *d_in = nullptr, *d_out = nullptr, in[64], out[64];
    for (int i = 0; i < 64; ++i) in[i] = i + 1;
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    collatz<<<1, 64>>>(d_in, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    for (int i = 0; i < 64; ++i) {
        int turns = 0;
        for (int value = i + 1; value > 1; ++turns) value = value % 2 != 0 ? 3 * value + 1 : value / 2;
        if (out[i] != turns) return 1;
    }
}
