// covers: Language: `__device__` functions: recursion, templates, default arguments, `constexpr`, overloading
// covers: Language: `__forceinline__`, `__noinline__`, `__launch_bounds__(a, b)`, `__restrict__`, `__grid_constant__`
// covers: Language: pointers to `__device__` functions, in variables and in tables
// covers: Language: kernels declared before they are defined, static ones, and in namespaces
#include <cstdio>

struct Settings {
    int start, step;
};

__global__ void later(int* out, const __grid_constant__ Settings settings);
__device__ int fibonacci(int n) { return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2); }
constexpr __host__ __device__ int power(int base, int exponent)
{
    int out = 1;
    while (exponent-- > 0) out *= base;
    return out;
}
static_assert(power(3, 4) == 81);
__device__ __noinline__ int slow(int x, int y = 3) { return x * y; }
__device__ __forceinline__ float slow(float x) { return x / 2; }
template <int N>
__device__ int digits_sum(int x)
{
    int sum = 0;
#pragma unroll
    for (int i = 0; i < N; ++i, x /= 10) sum += x % 10;
    return sum;
}

using Operation = int (*)(int, int);
__device__ int add(int a, int b) { return a + b; }
__device__ int subtract(int a, int b) { return a - b; }
__device__ Operation chosen = subtract;
__constant__ Operation c_table[2] = {add, subtract};

namespace {
__global__ void hidden(const int* __restrict__ in, int* __restrict__ out) { out[threadIdx.x] = in[threadIdx.x] + 1; }
}
namespace library {
static __global__ void __launch_bounds__(64, 2) with_pointers(int* out, Operation passed)
{
    const int i = int(threadIdx.x);
    out[i] = c_table[i % 2](i, 5) + 1000 * chosen(i, 1) + (passed != nullptr ? passed(i, i) : 0);
}
}

__global__ void computed(int* out)
{
    const int i = int(threadIdx.x);
    out[i] = fibonacci(i % 10) + slow(i) + int(slow(float(i))) + digits_sum<3>(i * 7) + power(2, i % 5);
}

int main()
{
    constexpr int n = 64;
    int h_out[n], *d_out, *d_more, faults = 0;
    cudaMalloc(&d_out, sizeof h_out);
    cudaMalloc(&d_more, sizeof h_out);
    const auto expect = [&](const char* what, auto want) {
        const cudaError_t status = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; ++i)
            if (status != cudaSuccess || h_out[i] != want(i)) {
                std::printf("%s: out[%d] = %d, expected %d\n", what, i, h_out[i], want(i));
                ++faults;
                return;
            }
    };
    constexpr int numbers[] = {0, 1, 1, 2, 3, 5, 8, 13, 21, 34}, powers[] = {1, 2, 4, 8, 16};
    computed<<<1, n>>>(d_out);
    expect("functions", [&](int i) {
        const int x = i * 7;
        return numbers[i % 10] + 3 * i + i / 2 + x % 10 + x / 10 % 10 + x / 100 % 10 + powers[i % 5];
    });
    Operation on_device = nullptr;
    cudaMemcpyFromSymbol(&on_device, chosen, sizeof on_device);
    library::with_pointers<<<1, n>>>(d_out, on_device);
    expect("pointers", [](int i) { return (i % 2 ? i - 5 : i + 5) + 1000 * (i - 1); });
    later<<<1, n>>>(d_more, Settings{7, 3});
    hidden<<<1, n>>>(d_more, d_out);
    expect("declared before", [](int i) { return 7 + 3 * i + 1; });
    cudaFree(d_out);
    cudaFree(d_more);
    return faults != 0;
}

__global__ void later(int* out, const __grid_constant__ Settings settings)
{
    out[threadIdx.x] = settings.start + settings.step * int(threadIdx.x);
}
