// expect: race, line 14, other 20, array s_value
#include <cuda_runtime.h>

// Nothing says that the value is loaded after the flag.
__global__ void pass_on(int* out)
{
    __shared__ volatile int s_ready;
    __shared__ int s_value;
    const int t = int(threadIdx.x);

    if (t == 0) s_ready = 0;
    __syncthreads();
    if (t == 0) {
        s_value = 7;
        __threadfence_block();
        s_ready = 1;
    }
    if (t == 32) {
        while (s_ready == 0) {}
        *out = s_value;
    }
}

int main()
{
    int* d_out = nullptr;
    cudaMalloc(&d_out, sizeof(int));
    pass_on<<<1, 64>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
