// expect: uninitialised, line 5, array sum, index [0]
// Managed memory is not zero; nobody sets the sum to which all threads add.
__global__ void add(const int* in, int* sum)
{
    atomicAdd(sum, in[threadIdx.x]);
}

int main()
{
    int *in, *sum;
    cudaMallocManaged(&in, 64 * sizeof *in);
    cudaMallocManaged(&sum, sizeof *sum);
    for (int i = 0; i < 64; ++i) in[i] = i;
    add<<<1, 64>>>(in, sum);
    cudaDeviceSynchronize();
    cudaFree(in);
    cudaFree(sum);
}
