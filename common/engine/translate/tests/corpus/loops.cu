#define EACH(i, n) for (int i = 0; i < (n); ++i)
#define SPIN(n) do { while (n) { --n; } } while (0)
#define UNTIL(c) while (!(c))
template <class T, int N> __host__ __device__ T sum(const T (&a)[N])
{
    T s{};
    for (const T& x : a) { s += x; }
    return s;
}
__global__ void __launch_bounds__(128, 2) k(float* p, int n)
{
    do { n--; if (n == 1) continue; } while (n > 2);
    do n++; while (n < 0);
    EACH(i, n) p[i] = 0;
    SPIN(n);
    do { n++; } UNTIL(n > 3);
    while (float* q = p) { *q = 1; break; }
    for (;;) { if (n) goto out; }
out:
    switch (n) { case 1: for (int i = 0; i < n; ++i) p[i] = i; break; default: while (n--) ; }
#pragma GCC unroll 4
    for (int i = 0; i < 4; ++i) if (i) p[i] = 0; else return;
#pragma unroll
    for (int s = blockDim.x / 2; s > 0; s >>= 1) { __syncthreads(); }
    auto f = [&](int i) mutable -> void { if (i) return; while (i) --i; };
    f(threadIdx.x);
    struct Local { __device__ void operator()() { return; } } local;
}
