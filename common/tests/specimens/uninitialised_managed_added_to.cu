// expect: uninitialised, line 5, array sums, index [50], cases 14
// The host sets 50 of 64 managed words, some of them only to zero; each thread adds to its own.
__global__ void add(int* sums)
{
    sums[threadIdx.x] += 1;
}

int main()
{
    int* sums;
    cudaMallocManaged(&sums, 64 * sizeof *sums);
    for (int i = 0; i < 50; ++i) sums[i] = i % 3;
    add<<<1, 64>>>(sums);
    cudaDeviceSynchronize();
    cudaFree(sums);
}
