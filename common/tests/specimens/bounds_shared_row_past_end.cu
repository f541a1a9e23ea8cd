// expect: out_of_bounds, line 9, array s_tile
// One row too many.
__global__ void shift(const float* in, float* out)
{
    __shared__ float s_tile[16][4];
    const int x = threadIdx.x, y = threadIdx.y;
    s_tile[y][x] = in[y * 4 + x];
    __syncthreads();
    out[y * 4 + x] = s_tile[y + 1][x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<1, dim3(4, 16)>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
