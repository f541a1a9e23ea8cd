// expect: uninitialised, line 15, array pairs, index [31], cases 1
// A function that is not inlined returns each struct; the last thread stores none.
struct Pair {
    int first, second;
};
__device__ __noinline__ Pair pair_of(int x) { return {x, 2 * x}; }

__global__ void fill(Pair* pairs, int n)
{
    const int i = int(threadIdx.x);
    if (i < n - 1) pairs[i] = pair_of(i);
}
__global__ void add(const Pair* pairs, int* out)
{
    out[threadIdx.x] = pairs[threadIdx.x].first;
}

int main()
{
    Pair* pairs;
    int* out;
    cudaMalloc(&pairs, 32 * sizeof *pairs);
    cudaMalloc(&out, 32 * sizeof *out);
    fill<<<1, 32>>>(pairs, 32);
    add<<<1, 32>>>(pairs, out);
    cudaFree(pairs);
    cudaFree(out);
}
