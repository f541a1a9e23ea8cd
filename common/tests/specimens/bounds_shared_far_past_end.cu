// expect: out_of_bounds, line 9, array s_row
// What comes after the tile is the engine's, and no array of the kernel.
__global__ void reach(const float* in, float* out)
{
    __shared__ float s_row[32];
    const int x = threadIdx.x;
    if (x < 32) s_row[x] = in[x];
    __syncthreads();
    out[x] = s_row[x];
}

int main()
{
    float *d_in, *d_out, h[512] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    reach<<<1, 512>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
