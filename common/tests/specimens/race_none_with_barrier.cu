// expect: clean
__global__ void reverse(const float* in, float* out)
{
    __shared__ float s_tile[64];
    s_tile[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    reverse<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
