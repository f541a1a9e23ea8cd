// covers: Launches: template kernels, by their arguments or by `kernel<float, 4>`
// covers: Launches: default arguments, `0` and `NULL` as pointers, `{1, 2}` as a struct
// covers: Launches: arguments with side effects are evaluated once, by the host
// covers: Launches: overloaded kernels, parameter packs
// covers: Launches: through function pointers, tables and macros
#include <cstdio>
#include <cstddef>

struct Pair {
    int a, b;
};

__global__ void plain(int* out, const float* absent, int x, Pair pair = {1000, 2000}, const char* name = "none")
{
    out[threadIdx.x] = int(threadIdx.x) + x + pair.a + pair.b + (absent == nullptr ? 7 : 0) + name[0];
}
template <class T, int N>
__global__ void times(T* out, T x)
{
    out[threadIdx.x] = T(threadIdx.x) * x * N;
}
template <class T>
__global__ void plus(T* out, T x)
{
    out[threadIdx.x] += x;
}
__global__ void overloaded(int* out, int x) { out[threadIdx.x] = x; }
__global__ void overloaded(int* out, double x) { out[threadIdx.x] = int(10 * x); }

template <class... Terms>
__global__ void sum(int* out, Terms... terms)
{
    out[threadIdx.x] = (0 + ... + terms);
}
template <class... Terms>
void launch_sum(int* out, Terms... terms)
{
    sum<<<1, 32>>>(out, terms..., (terms * 10)...);
}

#define LAUNCH(kernel, blocks, ...) kernel<<<blocks, 32>>>(__VA_ARGS__)
#define LAUNCH_ONE(kernel, out, x) \
    do { kernel<<<1, 32>>>(out, x); } while (0)

int* d_out;
int faults = 0;

template <class Want>
void expect(const char* what, Want want)
{
    int h_out[32];
    const cudaError_t status = cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 32; ++i)
        if (status != cudaSuccess || h_out[i] != want(i)) {
            std::printf("%s: out[%d] = %d, expected %d (%s)\n", what, i, h_out[i], want(i), cudaGetErrorString(status));
            ++faults;
            return;
        }
}

int main()
{
    cudaMalloc(&d_out, 32 * sizeof(int));
    plain<<<1, 32>>>(d_out, 0, 5);
    expect("defaults", [](int i) { return i + 5 + 3000 + 7 + 'n'; });
    plain<<<1, 32>>>(d_out, NULL, 'A', {1, 2}, "text");
    expect("literals", [](int i) { return i + 'A' + 3 + 7 + 't'; });
    int calls = 0;
    plain<<<dim3(1), dim3(32), 0, 0>>>(d_out, nullptr, ++calls, Pair{calls * 0, 4});
    expect("evaluated once", [](int i) { return i + 1 + 4 + 7 + 'n'; });
    if (calls != 1) faults += std::printf("++calls was evaluated %d times\n", calls);
    times<int, 4><<<{1}, {32}>>>(d_out, 3);
    expect("template-id", [](int i) { return 12 * i; });
    plus<<<1, 32>>>(d_out, 1);
    expect("deduced", [](int i) { return 12 * i + 1; });
    overloaded<<<1, 32>>>(d_out, 2);
    expect("int", [](int) { return 2; });
    overloaded<<<1, 32>>>(d_out, 2.5);
    expect("double", [](int) { return 25; });
    launch_sum(d_out, 1, 2, 3);
    expect("pack", [](int) { return 66; });

    void (*table[2])(int*, int) = {plus<int>, overloaded};
    for (auto kernel : table) kernel<<<1, 32>>>(d_out, 9);
    expect("pointer", [](int) { return 9; });
    table[0]<<<1, 32>>>(d_out, 1);
    (*table)<<<1, 32>>>(d_out, 1);
    expect("table", [](int) { return 11; });
    LAUNCH(plus, 1, d_out, 4);
    LAUNCH_ONE(plus<int>, d_out, 5);
    expect("macro", [](int) { return 20; });
    cudaFree(d_out);
    return faults != 0;
}
