// expect: race, line 9, other 15, array d_value
#include <cuda_runtime.h>

// The atomic access that sees the flag does not keep the load after it: there is no fence in between.
__global__ void hand_on(int* ticket, float* value, int* ready)
{
    const int turn = atomicAdd(ticket, 1);
    if (turn == 0) {
        value[0] = 42.0f;
        __threadfence();
        atomicExch(ready, 1);
    }
    if (turn != 1) return;
    while (atomicAdd(ready, 0) == 0) {}
    const float late = value[0];
    value[1] = late;
}

int main()
{
    int *d_ticket = nullptr, *d_ready = nullptr;
    float* d_value = nullptr;
    cudaMalloc(&d_ticket, sizeof(int));
    cudaMalloc(&d_ready, sizeof(int));
    cudaMalloc(&d_value, 2 * sizeof(float));
    cudaMemset(d_ticket, 0, sizeof(int));
    cudaMemset(d_ready, 0, sizeof(int));
    hand_on<<<4, 1>>>(d_ticket, d_value, d_ready);
    cudaDeviceSynchronize();
    cudaFree(d_ticket);
    cudaFree(d_ready);
    cudaFree(d_value);
}
