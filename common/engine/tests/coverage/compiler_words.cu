// covers: Building: `__CUDA_ARCH__`, defined in device code alone; `__CUDACC__`, `__NVCC__`, `CUDART_VERSION`
// covers: Building: device code in headers, which include others
// covers: Building: `INT_MAX` and the like without an include, as CUDA's headers bring `<limits.h>`
#include <cstdio>

#include "parts/scale.cuh"

#if !defined(__CUDACC__) || !defined(__NVCC__) || CUDART_VERSION < 12000
#error "a CUDA compiler of version 12 or later says so"
#endif

__global__ void where(int* out)
{
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 600
    out[threadIdx.x] = scaled(int(threadIdx.x));
#else
    out[threadIdx.x] = -1;
#endif
}

static_assert(INT_MAX == 2147483647 && ULONG_MAX == ~0ul && SCHAR_MIN == -128, "");

int main()
{
#ifdef __CUDA_ARCH__
    return 1;
#endif
    int h_out[40], *d_out;
    cudaMalloc(&d_out, sizeof h_out);
    where<<<1, 40>>>(d_out);
    if (cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    cudaFree(d_out);
    for (int i = 0; i < 40; ++i)
        if (h_out[i] != 3 * i + 2) {
            std::printf("out[%d] = %d, expected %d\n", i, h_out[i], 3 * i + 2);
            return 1;
        }
}
