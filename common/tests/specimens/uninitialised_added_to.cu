// expect: uninitialised, line 5, array sums, index [0], cases 128
// Each thread adds to a word of its own, which was never set: that it has changed meanwhile is the thread's own doing.
__global__ void add(int* sums)
{
    sums[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

int main()
{
    int* sums;
    cudaMalloc(&sums, 128 * sizeof *sums);
    add<<<2, 64>>>(sums);
    cudaFree(sums);
}
