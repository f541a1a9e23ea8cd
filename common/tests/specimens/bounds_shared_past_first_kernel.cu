// expect: out_of_bounds, line 6, array s_column, index [40]
// The reverse: past the end of the kernel's own array, just before another kernel's.
__global__ void first(const float* in, float* out)
{
    __shared__ float s_column[40];
    s_column[threadIdx.x + 1] = in[threadIdx.x];
    __syncthreads();
    if (threadIdx.x > 0) out[threadIdx.x] = s_column[threadIdx.x];
}

__global__ void second(const float* in, float* out)
{
    __shared__ float s_row[40];
    s_row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_row[39 - threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[40] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    second<<<1, 40>>>(d_in, d_out);
    first<<<1, 40>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
