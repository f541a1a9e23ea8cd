// expect: clean
#include <cuda_runtime.h>

// Each thread makes so many accesses that its warp stops now and then: never between the load and the swap, also if the first swap comes
// just when it would stop.
__device__ void add(int* sum, int value, const int* unit)
{
    int seen = *sum, assumed;
    do {
        assumed = seen;
        seen = atomicCAS(sum, assumed, assumed + value * unit[value]);
    } while (assumed != seen);
}

__global__ void total(const int* in, int* sum, int* out, int before, const int* unit)
{
    __shared__ int s_sum;
    if (threadIdx.x == 0) s_sum = 0;
    __syncthreads();
    int x = 0;
    for (int j = 0; j < before; ++j) x += in[j];
    for (int j = 0; j < 150; ++j) {
        if (in[j] % 3 == 0) add(sum, in[j], unit);
        add(&s_sum, in[j], unit);
    }
    __syncthreads();
    out[blockIdx.x * blockDim.x + threadIdx.x] = x + s_sum;
}

int main()
{
    const int n = 400, blocks = 3, threads = 96;
    int *d_in = nullptr, *d_sum = nullptr, *d_out = nullptr, *d_unit = nullptr;
    int in[n];
    for (int i = 0; i < n; ++i) in[i] = i * 7 % 11;
    cudaMalloc(&d_in, sizeof in);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMalloc(&d_sum, sizeof(int));
    cudaMemset(d_sum, 0, sizeof(int));
    cudaMalloc(&d_out, blocks * threads * sizeof(int));
    cudaMalloc(&d_unit, 11 * sizeof(int));
    cudaMemset(d_unit, 0, 11 * sizeof(int));
    for (const int before : {0, 156, 157, 158, 159, 160, 319}) total<<<blocks, threads>>>(d_in, d_sum, d_out, before, d_unit);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_sum);
    cudaFree(d_out);
    cudaFree(d_unit);
    return 0;
}
