// expect: barrier, line 11
#include <cuda_runtime.h>

// 100 elements: only four lanes of the last warp enter, but the mask names all.
__global__ void sum(const int* in, int* out, unsigned n)
{
    const unsigned i = threadIdx.x;
    if (i < n) {
        int value = in[i];
        for (int step = 16; step > 0; step /= 2)
            value += __shfl_down_sync(0xffffffffu, value, step);
        if (i % 32 == 0) out[i / 32] = value;
    }
}

int main()
{
    int *d_in = nullptr, *d_out = nullptr;
    cudaMalloc(&d_in, 100 * sizeof(int));
    cudaMalloc(&d_out, 4 * sizeof(int));
    cudaMemset(d_in, 0, 100 * sizeof(int));
    sum<<<1, 128>>>(d_in, d_out, 100);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
