// expect: barrier, line 6, other 6
__global__ void halves(float* out)
{
    __shared__ float s_tile[64];
    s_tile[threadIdx.x] = float(threadIdx.x);
    if (threadIdx.x < 32) __syncthreads(); else __syncthreads();
    out[threadIdx.x] = s_tile[63 - threadIdx.x];
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 64 * sizeof(float));
    halves<<<1, 64>>>(d_out);
    cudaFree(d_out);
}
