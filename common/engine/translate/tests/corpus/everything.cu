#include <cstdio>
#define CHECK(call) do { cudaError_t e = (call); if (e) printf("%s\n", #call); } while (0)
#define RUN(k, g, ...) \
    k<<<g, 256>>>(__VA_ARGS__)
__constant__ const float c_filter[] = {1, 2, 3};
static __device__ int counter = 0;
extern __shared__ __align__(16) char s_raw[];
#if 0
don't
#elif defined(X)
template <typename T, int M>
#endif
__global__ void __launch_bounds__(256) k(const T* in, T* out, int n)
{
    extern __shared__ T s_dyn[][M + 1];
    __shared__ T tile[16][17], other;
    if (n >= 1'000) return; /* comment
    */ auto s = R"(raw)"; char c = '\'';
    tile[0][0] = in[0] << 3 >> 2;
}
struct S { __device__ S() : a{1}, b(2) {} __device__ int operator()(int x) { return x; } int a, b; };
int main() {
    CHECK(cudaMalloc((void**)&d_out, N * sizeof(A<B<int>>)));
    k<float, 3><<<dim3(1, n >> 1), 64, 12>>>(d_in, NULL);
    RUN(k, 1, d_out);
}
