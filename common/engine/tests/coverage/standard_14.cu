// covers: Building: `-std=c++14`: generic lambdas, loops in `constexpr` functions, and an own `size`
// flags: -std=c++14
#include <cstdio>

static_assert(__cplusplus == 201402L, "-std=c++14 is what it says");

template <class T, int N>
constexpr int size(const T (&)[N])
{
    return N;
}

__host__ __device__ constexpr int triangle(int n)
{
    int sum = 0;
    for (int i = 1; i <= n; ++i) sum += i;
    return sum;
}

template <class... Terms>
__global__ void add(int* out, Terms... terms)
{
    const int list[] = {terms...};
    for (int term : list) out[threadIdx.x] += term;
    __syncwarp();
    out[threadIdx.x] += __shfl_sync(0xffffffffu, triangle(4), 0);
}

template <class... Terms>
void launch(int* out, Terms... terms)
{
    add<<<1, 32>>>(out, terms..., (terms * 10)...);
}

#define LAUNCH(kernel, ...) kernel<<<1, 32>>>(__VA_ARGS__)

int main()
{
    int h_out[32], *d_out;
    cudaMalloc(&d_out, sizeof h_out);
    cudaMemset(d_out, 0, sizeof h_out);
    launch(d_out, 1, 2);
    LAUNCH(add, d_out, 100);
    if (cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost) != cudaSuccess) return 1;
    cudaFree(d_out);
    const auto expected = [](auto lane) { return lane * 0 + 33 + 100 + 2 * triangle(4); };
    for (int i = 0; i < size(h_out); ++i)
        if (h_out[i] != expected(i)) return 1;
    return 0;
}
