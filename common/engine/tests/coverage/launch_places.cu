// covers: Launches: in a fold expression, a lambda, a ternary or comma expression, and in the arguments of another launch
#include <cstdio>
#include <utility>

__global__ void add(int* out, int n) { atomicAdd(out, n); }
template <int N>
__global__ void add_constant(int* out)
{
    atomicAdd(out, N);
}
template <class T>
__global__ void add_any(int* out, T n)
{
    atomicAdd(out, int(n));
}
#define LAUNCH(kernel, ...) kernel<<<1, 1>>>(__VA_ARGS__)
#define LAUNCH_WITH(kernel, out, n) kernel<<<1, 1>>>(out, n)

template <int... N>
void for_constants(int* out)
{
    (add_constant<N><<<1, 1>>>(out), ...);
    (LAUNCH(add_constant<N>, out), ...);
    (..., add<<<1, 1>>>(out, N));
    (void)std::initializer_list<int>{(add_constant<N><<<1, 1>>>(out), 0)...};
}
template <class... T>
void for_values(int* out, T... n)
{
    (add_any<<<1, 1>>>(out, n), ...);
    (add_any<T><<<1, 1>>>(out, n), ...);
    (add<<<1, 1>>>(out, n), ...);
    (LAUNCH_WITH(add_any, out, n), ...);
    ([&] { add_any<<<1, 1>>>(out, n); }(), ...);
}
template <class... Kernels>
void for_kernels(int* out, Kernels... kernels)
{
    (kernels<<<1, 1>>>(out, 1), ...);
}

int* d_out;
int launched(int n)
{
    add<<<1, 1>>>(d_out, n);
    return n;
}
int thrown() { throw 1; }

/// Lives until the launch has ended.
struct Buffer {
    Buffer()
    {
        cudaMalloc(&data, sizeof(int));
        cudaMemset(data, 0, sizeof(int));
    }
    ~Buffer() { cudaFree(data); }
    int* data;
};

int faults = 0;
void expect(const char* what, int want)
{
    int got;
    cudaMemcpy(&got, d_out, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemset(d_out, 0, sizeof got);
    if (got != want) faults += std::printf("%s: %d, expected %d\n", what, got, want);
}

int main()
{
    cudaMalloc(&d_out, sizeof(int));
    cudaMemset(d_out, 0, sizeof(int));
    for_constants<1, 2, 3>(d_out);
    expect("folds over constants", 4 * 6);
    for_values(d_out, 1, 2L, 3.0f);
    expect("folds over values", 5 * 6);
    for_kernels(d_out, add, add_any<int>, add_any<float>);
    expect("folds over kernels", 3);
    for (int i = 0; i < 3; ++i) i < 2 ? add<<<1, 1>>>(d_out, 1) : add_any<<<1, 1>>>(d_out, 5);
    expect("in a ternary expression", 7);
    add<<<1, 1>>>(d_out, 1), add_any<<<1, 1>>>(d_out, 2L), add_constant<4><<<1, 1>>>(d_out);
    expect("in a comma expression", 7);
    const int both = (add<<<1, 1>>>(d_out, 1), 2);
    expect("before a comma", both - 1);
    [&] { add<<<1, 1>>>(d_out, 1), add_any<<<1, 1>>>(d_out, 2); }();
    [out = d_out](auto kernel, auto... n) { kernel<<<1, 1>>>(out, n...); }(add, 4);
    expect("in lambdas", 7);
    add<<<launched(1), launched(1)>>>(d_out, launched(2));
    add_any<<<1, 1>>>(d_out, launched(4));
    add<<<1, 1>>>(d_out, (add<<<1, 1>>>(d_out, 8), add_any<<<1, 1>>>(d_out, 16), 32));
    expect("in arguments", 1 + 1 + 2 + 2 + 4 + 4 + 8 + 16 + 32);
    for (const bool deduced : {false, true}) {
        try {
            if (deduced) add_any<<<1, 1>>>(d_out, thrown());
            else add<<<1, 1>>>(d_out, thrown());
        } catch (int) {
        }
        add<<<1, 1>>>(d_out, 1);
    }
    expect("after an exception", 2);
    add<<<1, 1>>>(Buffer().data, 1);
    add_any<<<1, 1>>>(Buffer().data, 1);
    cudaFree(d_out);
    return faults != 0;
}
