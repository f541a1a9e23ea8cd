// covers: Half precision: shuffles and __ldg of __half, __half2, __nv_bfloat16 and __nv_bfloat162
#include <cstdio>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <vector>

constexpr int kThreads = 64;

__host__ __device__ float value_of(int i) { return float(i * 3 - 77); }   // exact in 8 bits

template <class T, class T2>
__global__ void pass_on(const T* in, const T2* pairs, float* out)
{
    const int i = int(threadIdx.x);
    const T one = __ldg(in + i);
    const T2 two = __ldg(&pairs[i]);
    out[3 * i] = float(__shfl_xor_sync(0xffffffffu, one, 5));
    const T2 other = __shfl_down_sync(0xffffffffu, two, 2, 8);
    out[3 * i + 1] = __low2float(other);
    out[3 * i + 2] = __high2float(other);
}

template <class T, class T2>
bool check(const char* type)
{
    std::vector<T> in(kThreads);
    std::vector<T2> pairs(kThreads);
    for (int i = 0; i < kThreads; ++i) {
        in[i] = T(value_of(i));
        pairs[i].x = T(value_of(i) + 1.0f);
        pairs[i].y = T(-value_of(i));
    }
    T* d_in;
    T2* d_pairs;
    float *d_out, out[3 * kThreads];
    cudaMalloc(&d_in, kThreads * sizeof(T));
    cudaMalloc(&d_pairs, kThreads * sizeof(T2));
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in.data(), kThreads * sizeof(T), cudaMemcpyHostToDevice);
    cudaMemcpy(d_pairs, pairs.data(), kThreads * sizeof(T2), cudaMemcpyHostToDevice);
    pass_on<<<1, kThreads>>>(d_in, d_pairs, d_out);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_pairs);
    cudaFree(d_out);
    for (int i = 0; i < kThreads; ++i) {
        const int from = i % 8 < 6 ? i + 2 : i;
        if (out[3 * i] == value_of(i ^ 5) && out[3 * i + 1] == value_of(from) + 1.0f && out[3 * i + 2] == -value_of(from)) continue;
        std::printf("%s: thread %d has %g, %g, %g\n", type, i, out[3 * i], out[3 * i + 1], out[3 * i + 2]);
        return false;
    }
    return true;
}

int main() { return !(check<__half, __half2>("__half") & check<__nv_bfloat16, __nv_bfloat162>("__nv_bfloat16")); }
