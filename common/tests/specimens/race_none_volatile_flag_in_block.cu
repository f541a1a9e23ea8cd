// expect: clean
#include <cuda_runtime.h>

// Flags of one block in volatile shared memory, with a fence on both sides: between warps, between lanes of one warp, of one byte, handed on
// in turn, and set by an atomic.
__global__ void pass_on(int* out)
{
    __shared__ volatile int s_turn, s_go;
    __shared__ volatile bool s_ready;
    __shared__ int s_value[4];
    const int t = int(threadIdx.x);
    if (t == 0) {
        s_turn = 0;
        s_go = 0;
        s_ready = false;
        s_value[3] = 5;
    }
    __syncthreads();
    if (t == 1) {                                   // two lanes of one warp
        s_value[0] = 7;
        __threadfence_block();
        s_ready = true;
    }
    if (t == 0) {
        while (!s_ready) {}
        __threadfence_block();
        s_value[1] = s_value[0] + 1;
        __threadfence_block();
        s_turn = 1;
    }
    for (int warp = 1; warp < 4; ++warp)            // each warp waits for the one before, and tells the next
        if (t == 32 * warp) {
            while (s_turn != warp) {}
            __threadfence_block();
            s_value[1] = s_value[1] + 10;
            __threadfence_block();
            s_turn = warp + 1;
        }
    if (t == 127) {
        while (s_turn != 4) {}
        __threadfence_block();
        s_value[2] = s_value[1];
        __threadfence_block();
        atomicExch(const_cast<int*>(&s_go), 1);
    }
    if (t == 64) {
        while (s_go == 0) {}
        __threadfence_block();
        *out = s_value[2] + s_value[3];
    }
}

int main()
{
    int *d_out = nullptr, out = 0;
    cudaMalloc(&d_out, sizeof(int));
    pass_on<<<1, 128>>>(d_out);
    cudaMemcpy(&out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return out == 43 ? 0 : 1;
}
