// expect: out_of_bounds, line 5, array values, index [100]
// Managed memory has bounds like any other.
__global__ void count(int* out)
{
    out[threadIdx.x] = int(threadIdx.x);
}

int main()
{
    int* values;
    cudaMallocManaged(&values, 100 * sizeof(int));
    count<<<1, 101>>>(values);
    cudaDeviceSynchronize();
    cudaFree(values);
}
