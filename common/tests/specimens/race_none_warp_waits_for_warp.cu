// expect: clean
#include <cuda_runtime.h>

// One warp makes, the other takes, by a flag in shared memory: no barrier, and each waits for the other in turn.
__global__ void relay(float* out)
{
    __shared__ float s_item;
    __shared__ int s_full;
    if (threadIdx.x == 0) s_full = 0;
    __syncthreads();
    if (threadIdx.x == 32)
        for (int i = 0; i < 4; ++i) {
            while (atomicAdd(&s_full, 0) == 1) {}
            __threadfence_block();
            s_item = float(i);
            __threadfence_block();
            atomicExch(&s_full, 1);
        }
    if (threadIdx.x == 0)
        for (int i = 0; i < 4; ++i) {
            while (atomicAdd(&s_full, 0) == 0) {}
            __threadfence_block();
            out[i] = s_item;
            __threadfence_block();
            atomicExch(&s_full, 0);
        }
}

int main()
{
    float *d_out = nullptr, out[4] = {};
    cudaMalloc(&d_out, sizeof out);
    relay<<<1, 64>>>(d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return out[0] == 0.0f && out[3] == 3.0f ? 0 : 1;
}
