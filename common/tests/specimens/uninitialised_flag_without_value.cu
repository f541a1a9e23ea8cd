// expect: uninitialised, line 14, array d_value, index [1]
#include <cuda_runtime.h>

// The flag announces a value that was never stored: the writer stores another one.
__global__ void hand_on(int* ticket, float* value, int* ready, float* out)
{
    const int turn = atomicAdd(ticket, 1);
    if (turn == 0) value[0] = 42.0f;
    __threadfence();
    if (turn == 0) atomicExch(ready, 1);
    if (turn != 1) return;
    while (atomicAdd(ready, 0) == 0) {}
    __threadfence();
    *out = value[turn];
}

int main()
{
    int *d_ticket = nullptr, *d_ready = nullptr;
    float *d_value = nullptr, *d_out = nullptr;
    cudaMalloc(&d_ticket, sizeof(int));
    cudaMalloc(&d_ready, sizeof(int));
    cudaMalloc(&d_value, 2 * sizeof(float));
    cudaMalloc(&d_out, sizeof(float));
    cudaMemset(d_ticket, 0, sizeof(int));
    cudaMemset(d_ready, 0, sizeof(int));
    hand_on<<<4, 1>>>(d_ticket, d_value, d_ready, d_out);
    cudaDeviceSynchronize();
    cudaFree(d_ticket);
    cudaFree(d_ready);
    cudaFree(d_value);
    cudaFree(d_out);
}
