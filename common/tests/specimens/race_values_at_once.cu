// expect: race, line 8, other 8, array d_rows
#include <cuda_runtime.h>

// Every second block writes different values to the same rows, one of them equal to what is there; several host threads
// run them at the same time.
__global__ void mark(int* rows, int n)
{
    for (int i = int(threadIdx.x); i < n; i += int(blockDim.x)) rows[i] = int(blockIdx.x) % 2;
}

int main()
{
    const int n = 256;
    int* d_rows = nullptr;
    cudaMalloc(&d_rows, n * sizeof(int));
    for (int turn = 0; turn < 40; ++turn) {
        cudaMemset(d_rows, 0, n * sizeof(int));
        mark<<<64, 256>>>(d_rows, n);
    }
    cudaDeviceSynchronize();
    cudaFree(d_rows);
    return 0;
}
