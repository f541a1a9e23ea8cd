// covers: Language: a `static` variable in device code: one for all threads and launches, also of inline and template functions
// covers: Language: `__CUDA_ARCH__` in `__host__ __device__` functions, with `#ifdef`, `#ifndef`, `#if defined` and a comparison
#include <cstdio>

#define BOTH __host__ __device__

__device__ int next()
{
    static int count = 10;
    return count++;
}
__device__ __forceinline__ int next_inline()
{
    static int count = 20, steps[2];
    steps[1] += 3;
    return count++ + steps[1];
}
template <class T>
__device__ T next_of()
{
    static T count = T(30.5);
    return count++;
}
int host_calls()
{
    static int count = 0;       // the host's own
    return ++count;
}

__host__ __device__ int by_ifdef(int x)
{
#ifdef __CUDA_ARCH__
    return x + int(threadIdx.x);
#else
    return -x;
#endif
}
__device__ __host__ inline int by_ifndef(int x)
{
    int out = x;
#ifndef __CUDA_ARCH__
    out = -out;
#endif
    for (int i = 0; i < 2; ++i) out *= 3;
    return out;
}
template <class T>
BOTH T by_defined(T x)
{
#if defined(__CUDA_ARCH__) && !defined(NOT_THERE)
    const T scale = 2;
#else
    const T scale = 5;
#endif
    return x * scale;
}
struct Side {
    BOTH constexpr Side() : of_device(false)
    {
#if __CUDA_ARCH__ >= 700
        of_device = true;
#endif
    }
    bool of_device;
};

__global__ void device(double* out)
{
    static const float third[2] = {1.5f, 2.5f};     // not changed: may be anywhere
    out[0] = next();
    out[1] = next_inline();
    out[2] = next_of<int>();
    out[3] = next_of<float>();
    out[4] = by_ifdef(7);
    out[5] = by_ifndef(7);
    out[6] = by_defined(7.25);
    out[7] = Side().of_device + third[threadIdx.x];
}

int main()
{
    double *d_out = nullptr, out[8];
    cudaMalloc(&d_out, sizeof out);
    int failed = host_calls() != 1 || host_calls() != 2;
    for (int launch = 0; launch < 3; ++launch) {
        device<<<1, 1>>>(d_out);
        cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
        const double expected[8] = {10.0 + launch, 20.0 + launch + 3 * (launch + 1), 30.0 + launch, 30.5 + launch, 7, 63, 14.5, 2.5};
        for (int i = 0; i < 8; ++i) {
            if (out[i] == expected[i]) continue;
            std::printf("launch %d, value %d: %g, expected %g\n", launch, i, out[i], expected[i]);
            failed = 1;
        }
    }
    cudaFree(d_out);
    constexpr Side host;
    if (by_ifdef(7) != -7 || by_ifndef(7) != -63 || by_defined(7.25) != 36.25 || host.of_device || Side().of_device) {
        std::printf("the host called the device's side\n");
        failed = 1;
    }
    return failed;
}
