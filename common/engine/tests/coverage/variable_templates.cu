// covers: Symbols: variable templates: `template <class T> __constant__ T table[4];`, and `__device__`, in a namespace, const, and with values
#include <cstdio>

template <class T> __constant__ T c_filter[3];
namespace sums {
template <class T, int N = 2> __device__ T total[N] = {};
}
template <class T> __constant__ const T c_half = T(0.5);
template <class T> static __device__ T d_factor = T(3);

template <class T> __global__ void filter(const T* in, T* out, int count)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i >= count) return;
    T sum = 0;
    for (int k = 0; k < 3; ++k) sum += c_filter<T>[k] * in[i];
    out[i] = sum * c_half<T> * d_factor<T>;
    atomicAdd(&sums::total<T>[i % 2], T(1));
}

template <class T> bool check()
{
    constexpr int kCount = 70;
    T in[kCount], out[kCount], *d_in, *d_out, total[2] = {};
    const T taps[3] = {1, 2, 5};
    for (int i = 0; i < kCount; ++i) in[i] = T(i);
    cudaMalloc(&d_in, sizeof in);
    cudaMalloc(&d_out, sizeof out);
    cudaMemcpy(d_in, in, sizeof in, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_filter<T>, taps, sizeof taps);
    cudaMemcpyToSymbol(sums::total<T>, total, sizeof total);
    filter<<<2, 64>>>(d_in, d_out, kCount);
    cudaMemcpy(out, d_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpyFromSymbol(total, sums::total<T>, sizeof total);
    cudaFree(d_in);
    cudaFree(d_out);
    size_t bytes = 0;
    T* address = nullptr;
    if (cudaGetSymbolSize(&bytes, sums::total<T>) != cudaSuccess || bytes != sizeof total) return false;
    if (cudaGetSymbolAddress(reinterpret_cast<void**>(&address), c_filter<T>) != cudaSuccess || address == nullptr) return false;
    if (cudaMemcpyToSymbol(c_filter<T>, in, 4 * sizeof(T)) != cudaErrorInvalidValue) return false;
    for (int i = 0; i < kCount; ++i)
        if (out[i] != T(12 * i)) return false;
    return total[0] == 35 && total[1] == 35;
}

int main()
{
    if (check<float>() && check<double>()) return 0;
    std::printf("a value, a size or an address is wrong\n");
    return 1;
}
