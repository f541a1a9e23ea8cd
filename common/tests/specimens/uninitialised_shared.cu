// expect: uninitialised, line 6, array s_sum
// The sum is never set to zero.
__global__ void sum(const float* in, float* out)
{
    __shared__ float s_sum[64];
    s_sum[threadIdx.x] += in[threadIdx.x];
    out[threadIdx.x] = s_sum[threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    sum<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
