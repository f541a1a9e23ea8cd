// expect: clean
__global__ void sum_tiles(const float* in, float* out, int tiles)
{
    __shared__ float s_tile[32];
    float sum = 0.0f;
    for (int tile = 0; tile < tiles; ++tile) {
        s_tile[threadIdx.x] = in[tile * 32 + threadIdx.x];
        __syncthreads();
        for (int k = 0; k < 32; ++k) sum += s_tile[k];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    sum_tiles<<<1, 32>>>(d_in, d_out, 3);
    cudaFree(d_in);
    cudaFree(d_out);
}
