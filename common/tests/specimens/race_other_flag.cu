// expect: race, line 9, other 16, array d_value
#include <cuda_runtime.h>

// Fences and atomic accesses, but not to the same word: the reader has not seen that the value is there.
__global__ void hand_on(int* ticket, float* value, int* ready)
{
    const int turn = atomicAdd(ticket, 1);
    if (turn == 0) {
        value[0] = 42.0f;
        __threadfence();
        atomicExch(&ready[0], 1);
    }
    if (turn != 1) return;
    atomicExch(&ready[64], 1);
    __threadfence();
    value[1] = value[0];
}

int main()
{
    int *d_ticket = nullptr, *d_ready = nullptr;
    float* d_value = nullptr;
    cudaMalloc(&d_ticket, sizeof(int));
    cudaMalloc(&d_ready, 128 * sizeof(int));
    cudaMalloc(&d_value, 2 * sizeof(float));
    cudaMemset(d_ticket, 0, sizeof(int));
    cudaMemset(d_ready, 0, 128 * sizeof(int));
    hand_on<<<4, 1>>>(d_ticket, d_value, d_ready);
    cudaDeviceSynchronize();
    cudaFree(d_ticket);
    cudaFree(d_ready);
    cudaFree(d_value);
}
