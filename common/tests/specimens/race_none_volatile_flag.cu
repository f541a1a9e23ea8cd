// expect: clean
#include <cuda_runtime.h>

// A flag that is volatile rather than atomic. The first warp of each block waits for its second one, and each block for the one before.
__global__ void pass_on(volatile int* ready, float* value, int* ticket)
{
    __shared__ int s_turn;
    if (threadIdx.x == 0) s_turn = atomicAdd(ticket, 1);
    __syncthreads();
    const int turn = s_turn;
    if (threadIdx.x == 32) {
        while (ready[turn] == 0) {}
        __threadfence();
        value[2 * turn + 1] = value[2 * turn] + 1.0f;
        __threadfence();
        ready[turn] = 2;
    }
    if (threadIdx.x == 0) {
        value[2 * turn + 2] = 0.0f;
        __threadfence();
        ready[turn + 1] = 1;
        while (ready[turn] != 2) {}
        __threadfence();
        value[2 * turn] = value[2 * turn + 1];
    }
}

int main()
{
    int *d_ready = nullptr, *d_ticket = nullptr, first = 1;
    float *d_value = nullptr, start = 7.0f, last = 0.0f;
    cudaMalloc(&d_ready, 9 * sizeof(int));
    cudaMalloc(&d_ticket, sizeof(int));
    cudaMalloc(&d_value, 18 * sizeof(float));
    cudaMemset(d_ready, 0, 9 * sizeof(int));
    cudaMemset(d_ticket, 0, sizeof(int));
    cudaMemcpy(d_ready, &first, sizeof first, cudaMemcpyHostToDevice);
    cudaMemcpy(d_value, &start, sizeof start, cudaMemcpyHostToDevice);
    pass_on<<<8, 64>>>(d_ready, d_value, d_ticket);
    cudaMemcpy(&last, d_value, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(d_ready);
    cudaFree(d_ticket);
    cudaFree(d_value);
    return last == 8.0f ? 0 : 1;
}
