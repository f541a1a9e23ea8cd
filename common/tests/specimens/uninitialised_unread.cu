// expect: clean
// Part of the tile is never filled, but never read either.
__global__ void blur(const float* in, float* out)
{
    __shared__ float s_tile[66];
    s_tile[threadIdx.x + 1] = in[threadIdx.x];
    __syncthreads();
    const int tx = threadIdx.x;
    const float left = tx > 0 ? s_tile[tx] : 0.0f;
    const float right = tx < 63 ? s_tile[tx + 2] : 0.0f;
    out[tx] = left + s_tile[tx + 1] + right;
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    blur<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
