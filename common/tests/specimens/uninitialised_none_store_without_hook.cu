// expect: clean
// g++ calls no hook where an operator that it does not inline stores its result. The words have changed, so somebody has stored them.
struct Sum {
    int of[3];
};
__device__ __noinline__ Sum operator+(const Sum& a, const Sum& b) { return {{a.of[0] + b.of[0], a.of[1] + b.of[1], a.of[2] + b.of[2]}}; }

__global__ void fill(Sum* sums, int n)
{
    const Sum one{{1, int(threadIdx.x), 3}};
    sums[threadIdx.x] = one + Sum{{n, 0, 0}};
}
__global__ void add(const Sum* sums, int* out) { out[threadIdx.x] = sums[threadIdx.x].of[0] + sums[threadIdx.x].of[1]; }

int main()
{
    Sum* sums;
    int* out;
    cudaMalloc(&sums, 32 * sizeof *sums);
    cudaMalloc(&out, 32 * sizeof *out);
    fill<<<1, 32>>>(sums, 4);
    add<<<1, 32>>>(sums, out);
    cudaFree(sums);
    cudaFree(out);
}
