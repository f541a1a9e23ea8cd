// expect: race, line 8, other 9, array s_count
// The sum is read while others may still add to it.
__global__ void count(float* out)
{
    __shared__ int s_count;
    if (threadIdx.x == 0) s_count = 0;
    __syncthreads();
    atomicAdd(&s_count, 1);
    out[threadIdx.x] = float(s_count);
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    count<<<1, 64>>>(d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
