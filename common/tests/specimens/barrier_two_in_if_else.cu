// expect: barrier, line 8, other 11
// The same number of barriers in both branches, but not the same barriers.
__global__ void tile(const float* in, float* out)
{
    __shared__ float s_tile[64];
    if (threadIdx.x < 32) {
        s_tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
    } else {
        s_tile[threadIdx.x] = 0.0f;
        __syncthreads();
    }
    out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    tile<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
