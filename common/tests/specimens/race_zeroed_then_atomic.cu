// expect: race, line 6, other 7
// The thread that sets the counter to 0 also adds to it; the others may add before.
__global__ void count(int* out)
{
    __shared__ int s_count;
    if (threadIdx.x == 0) s_count = 0;
    atomicAdd(&s_count, 1);
    __syncthreads();
    if (threadIdx.x == 0) out[0] = s_count;
}

int main()
{
    int* d_out;
    cudaMalloc(&d_out, sizeof(int));
    count<<<1, 64>>>(d_out);
    cudaFree(d_out);
}
