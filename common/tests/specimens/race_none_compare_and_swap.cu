// expect: clean
#include <cuda_runtime.h>

// An atomic that CUDA lacks, built as in its guide: the plain read may see an old value, and the swap then fails.
__device__ float atomic_largest(float* address, float value)
{
    int* as_int = reinterpret_cast<int*>(address);
    int old = *as_int, assumed;
    do {
        assumed = old;
        if (__int_as_float(assumed) >= value) break;
        old = atomicCAS(as_int, assumed, __float_as_int(value));
    } while (assumed != old);
    return __int_as_float(old);
}

__device__ double atomic_sum(double* address, double value)
{
    auto* as_bits = reinterpret_cast<unsigned long long*>(address);
    unsigned long long old = *as_bits, assumed;
    do {
        assumed = old;
        old = atomicCAS(as_bits, assumed, __double_as_longlong(value + __longlong_as_double(assumed)));
    } while (assumed != old);
    return __longlong_as_double(old);
}

__global__ void sum(const float* in, double* total)
{
    __shared__ double s_total;
    if (threadIdx.x == 0) s_total = 0.0;
    __syncthreads();
    atomic_sum(&s_total, double(in[blockIdx.x * blockDim.x + threadIdx.x]));
    __syncthreads();
    if (threadIdx.x == 0) atomic_sum(total, s_total);
}

int main()
{
    float *d_in = nullptr, in[256];
    double* d_total = nullptr;
    for (int i = 0; i < 256; ++i) in[i] = float(i);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_total, sizeof(double));
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemset(d_total, 0, sizeof(double));
    sum<<<4, 64>>>(d_in, d_total);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_total);
}
