// expect: out_of_bounds, line 8, array s_tile, index [-1]
__global__ void shift(const float* in, float* out)
{
    __shared__ float s_tile[64];
    const int tx = threadIdx.x;
    s_tile[tx] = in[tx];
    __syncthreads();
    out[tx] = s_tile[tx - 1];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
