// expect: crash, line 4
__global__ void give_up(const int* in)
{
    if (in[threadIdx.x] != 0) __trap();
}

int main()
{
    int* d_in;
    cudaMalloc(&d_in, 32 * sizeof(int));
    cudaMemset(d_in, 1, 32 * sizeof(int));
    give_up<<<1, 32>>>(d_in);
    const cudaError_t status = cudaDeviceSynchronize();
    cudaFree(d_in);
    return status == cudaErrorLaunchFailure ? 0 : 2;
}
