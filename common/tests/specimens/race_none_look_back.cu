// expect: clean
#include <cuda_runtime.h>

// A prefix sum in one launch: each block waits for the one before it. Tickets determine which that is.
__global__ void prefix_sum(int* ticket, int* ready, int* total, const int* in, int* out)
{
    __shared__ int s_tile, s_base;
    if (threadIdx.x == 0) s_tile = atomicAdd(ticket, 1);
    __syncthreads();
    const int tile = s_tile, begin = tile * 32;
    if (threadIdx.x == 0) {
        s_base = 0;
        if (tile > 0) {
            while (atomicAdd(&ready[tile - 1], 0) == 0) {}
            __threadfence();
            s_base = total[tile - 1];
        }
        int sum = s_base;
        for (int i = 0; i < 32; ++i) sum += in[begin + i];
        total[tile] = sum;
        __threadfence();
        atomicExch(&ready[tile], 1);
    }
    __syncthreads();
    int sum = s_base;
    for (unsigned i = 0; i <= threadIdx.x; ++i) sum += in[begin + int(i)];
    out[begin + int(threadIdx.x)] = sum;
}

int main()
{
    int *d_ticket = nullptr, *d_ready = nullptr, *d_total = nullptr, *d_in = nullptr, *d_out = nullptr;
    int in[320], out[320];
    for (int i = 0; i < 320; ++i) in[i] = i % 6;
    cudaMalloc(&d_ticket, sizeof(int));
    cudaMalloc(&d_ready, 10 * sizeof(int));
    cudaMalloc(&d_total, 10 * sizeof(int));
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemset(d_ticket, 0, sizeof(int));
    cudaMemset(d_ready, 0, 10 * sizeof(int));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    prefix_sum<<<10, 32>>>(d_ticket, d_ready, d_total, d_in, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    for (int* d : {d_ticket, d_ready, d_total, d_in, d_out}) cudaFree(d);
    for (int i = 0, sum = 0; i < 320; ++i)
        if (out[i] != (sum += in[i])) return 1;
}
