// expect: race, line 10, other 9, array s_tile
// A thread reads its neighbour's element, then replaces its own: the barrier between them is missing.
__global__ void shift(const float* in, float* out)
{
    __shared__ float s_tile[64];
    const int tx = threadIdx.x;
    s_tile[tx] = in[tx];
    __syncthreads();
    const float right = s_tile[(tx + 1) % 64];
    s_tile[tx] = right * 2.0f;
    __syncthreads();
    out[tx] = s_tile[tx];
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
