// expect: clean
__global__ void reduce(const float* in, float* out)
{
    __shared__ float s_sum[64];
    s_sum[threadIdx.x] = in[threadIdx.x];
    for (unsigned step = 32; step > 0; step /= 2) {
        __syncthreads();
        if (threadIdx.x < step) s_sum[threadIdx.x] += s_sum[threadIdx.x + step];
    }
    if (threadIdx.x == 0) out[0] = s_sum[0];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    reduce<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
