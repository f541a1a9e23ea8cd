// expect: race, line 10, other 10, array pairs
// Each thread stores the struct that a function returns for the pair of its neighbour, too.
struct Pair {
    int first, second;
};
__device__ __noinline__ Pair pair_of(int x) { return {x, 2 * x}; }

__global__ void fill(Pair* pairs)
{
    for (int k = 0; k < 2; ++k) pairs[threadIdx.x + k] = pair_of(int(threadIdx.x));
}

int main()
{
    Pair* pairs;
    cudaMalloc(&pairs, 33 * sizeof *pairs);
    fill<<<1, 32>>>(pairs);
    cudaFree(pairs);
}
