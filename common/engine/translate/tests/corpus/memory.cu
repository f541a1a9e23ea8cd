extern __shared__ __align__(16) unsigned char s_raw[];
static __device__ __managed__ float total = 0;
__constant__ const float c_filter[2][3] = {{1, 2}, {3}};
extern __constant__ int c_other[];
struct P { int x; __device__ P() : x(1) {} __device__ bool operator<(const P& o) const { return x < o.x; } };
#ifdef __CUDA_ARCH__
__device__ __noinline__ int lane() { return threadIdx.x & 31; }
#elif defined(OTHER)
__device__ int lane(
#else
int lane(int blockDim);
#endif
template <class T> __global__ void k(T* p)
{
    extern __shared__ T s_dyn[][33];
    __shared__ alignas(16) T tile[32][33], other;
    T* rows = reinterpret_cast<T*>(s_raw);
    cudaMalloc((void**)&p->data, sizeof(A<B<int>>)); cudaMalloc(reinterpret_cast<void**>(&(q)), n);
    auto text = R"x(<<< ")" >>>)x"; char c = '"'; int big = 1'000; /* don't */ // <<<
}
