// covers: Language: lambdas with `__device__` and `__host__ __device__`, passed to a kernel
// covers: Language: lambdas inside a kernel, with a `return;` of their own
// covers: Language: function objects, local classes in a kernel
// covers: Building: `--extended-lambda`
// flags: --extended-lambda
#include <cstdio>

template <class F>
__global__ void each(int* out, int n, F f)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = f(i);
}

struct Affine {
    int slope, start;
    __host__ __device__ int operator()(int x) const { return slope * x + start; }
};

__global__ void inside(int* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    const auto store = [=](int x) {
        if (i >= n) return;
        out[i] += x;
    };
    struct Twice {
        __device__ void operator()(int& x) const
        {
            if (x < 0) return;
            x *= 2;
        }
    };
    int x = i % 3;
    Twice()(x);
    store(x);
    store(100);
}

int main()
{
    constexpr int n = 1000;
    static int h_out[n];
    int* d_out;
    int faults = 0;
    cudaMalloc(&d_out, sizeof h_out);
    const auto expect = [&](const char* what, auto want) {
        cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; ++i)
            if (h_out[i] != want(i)) {
                std::printf("%s: out[%d] = %d, expected %d\n", what, i, h_out[i], want(i));
                ++faults;
                return;
            }
    };
    const int offset = 11;
    each<<<4, 256>>>(d_out, n, [=] __device__(int i) { return i * i % 97 + offset; });
    expect("device lambda", [](int i) { return i * i % 97 + 11; });
    const auto both = [=] __host__ __device__(int i) -> int { return 5 * i - offset; };
    each<<<4, 256>>>(d_out, n, both);
    expect("host and device lambda", both);
    each<<<4, 256>>>(d_out, n, Affine{3, -4});
    expect("function object", Affine{3, -4});
    inside<<<4, 256>>>(d_out, n);
    expect("inside a kernel", [](int i) { return 3 * i - 4 + i % 3 * 2 + 100; });
    cudaFree(d_out);
    return faults != 0;
}
