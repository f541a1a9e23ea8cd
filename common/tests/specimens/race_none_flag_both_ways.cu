// expect: clean
#include <cuda_runtime.h>

// Two blocks hand a value to each other. Block 0 leaves at once, so that the others may run on several host threads.
__global__ void hand_on(int* ticket, float* value, int* ready)
{
    if (blockIdx.x == 0 || threadIdx.x != 0) return;
    const int turn = atomicAdd(ticket, 1);
    if (turn > 0) {
        while (atomicAdd(&ready[turn - 1], 0) == 0) {}
        __threadfence();
        value[turn] += value[turn - 1];   // set before the launch, read here, written by the one before
        value[turn - 1] = 0.0f;           // and back: its writer does not use it any more
    }
    value[turn + 1] = 1.0f;               // not initialised by anyone else
    __threadfence();
    atomicExch(&ready[turn], 1);
}

int main()
{
    int *d_ticket = nullptr, *d_ready = nullptr;
    float *d_value = nullptr, start = 1.0f, last[2] = {};
    cudaMalloc(&d_ticket, sizeof(int));
    cudaMalloc(&d_ready, 64 * sizeof(int));
    cudaMalloc(&d_value, 65 * sizeof(float));
    cudaMemset(d_ticket, 0, sizeof(int));
    cudaMemset(d_ready, 0, 64 * sizeof(int));
    cudaMemcpy(d_value, &start, sizeof start, cudaMemcpyHostToDevice);
    hand_on<<<64, 256>>>(d_ticket, d_value, d_ready);
    cudaMemcpy(last, d_value + 62, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(d_ticket);
    cudaFree(d_ready);
    cudaFree(d_value);
    return last[0] == 63.0f && last[1] == 1.0f ? 0 : 1;
}
