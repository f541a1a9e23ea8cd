// covers: Language: `extern __shared__` in every spelling, with alignment, in templates and outside functions
// covers: Language: `__constant__` and `__device__` variables in namespaces, static, const and in a class's file scope
// covers: Language: `__managed__` variables, which the host may touch
#include <cstdio>

extern __shared__ __align__(16) unsigned char s_bytes[];
namespace tables {
__constant__ int c_squares[5] = {0, 1, 4, 9, 16};
static __device__ int offset = 3;
static __constant__ const float c_half = 0.5f;
}
__managed__ int calls = 0;

template <class T>
__global__ void reverse(T* data, int n)
{
    extern __shared__ __align__(16) char s_dynamic[];
    T* s_data = reinterpret_cast<T*>(s_dynamic);
    const int i = int(threadIdx.x);
    if (i < n) s_data[i] = data[i];
    __syncthreads();
    if (i < n) data[i] = s_data[n - 1 - i];
}
__global__ void one(int* out)
{
    extern unsigned int __shared__ s_ints[];   // the type first, as in older programs
    s_ints[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = int(s_ints[blockDim.x - 1 - threadIdx.x]);
}
__global__ void aligned(int* out)
{
    alignas(16) extern __shared__ double s_doubles[];
    alignas(8) __shared__ int s_static[32], s_other;
    s_doubles[threadIdx.x] = threadIdx.x * double(tables::c_half);
    s_static[threadIdx.x] = tables::c_squares[threadIdx.x % 5];
    if (threadIdx.x == 0) s_other = tables::offset;
    __syncthreads();
    const unsigned next = (threadIdx.x + 1) % blockDim.x;
    out[threadIdx.x] = int(2 * s_doubles[next]) + 100 * s_static[next] + 10000 * s_other;
}
__global__ void bytes(int* out)
{
    s_bytes[threadIdx.x] = static_cast<unsigned char>(200 + threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = s_bytes[threadIdx.x ^ 1];
    if (threadIdx.x == 0) ++calls;
}

int main()
{
    int h_out[32], *d_out, faults = 0;
    cudaMalloc(&d_out, sizeof h_out);
    const auto expect = [&](const char* what, auto want) {
        cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < 32; ++i)
            if (h_out[i] != want(i)) {
                std::printf("%s: out[%d] = %d, expected %d\n", what, i, h_out[i], want(i));
                ++faults;
                return;
            }
    };
    one<<<1, 32, 32 * sizeof(int)>>>(d_out);
    expect("extern __shared__", [](int i) { return 31 - i; });
    reverse<<<1, 32, 32 * sizeof(int)>>>(d_out, 29);
    expect("in a template", [](int i) { return i < 29 ? i + 3 : 31 - i; });
    aligned<<<1, 32, 32 * sizeof(double)>>>(d_out);
    expect("aligned", [](int i) {
        constexpr int squares[] = {0, 1, 4, 9, 16};
        const int next = (i + 1) % 32;
        return next + 100 * squares[next % 5] + 30000;
    });
    calls = 5;
    bytes<<<1, 32, 32>>>(d_out);
    expect("outside functions", [](int i) { return 200 + (i ^ 1); });
    cudaDeviceSynchronize();
    if (calls != 6) faults += std::printf("calls = %d, expected 6\n", calls);
    cudaFree(d_out);
    return faults != 0;
}
