// covers: Building: `-std=c++20`: concepts, `std::span` on the host, template parameters of lambdas
// flags: -std=c++20
#include <concepts>
#include <cstdio>
#include <span>

static_assert(__cplusplus == 202002L);

template <class T>
concept Number = std::integral<T> || std::floating_point<T>;

template <Number T>
__global__ void scale(T* out, T factor)
{
    const auto times = []<class U>(U value, U by) { return value * by; };
    out[threadIdx.x] = times(T(threadIdx.x), factor);
}

int main()
{
    int h_out[40], *d_out;
    cudaMalloc(&d_out, sizeof h_out);
    scale<<<1, 40>>>(d_out, 3);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    int expected = 0;
    for (const int value : std::span(h_out)) {
        if (value != expected) return 1;
        expected += 3;
    }
    return 0;
}
