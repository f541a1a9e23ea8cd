// expect: clean
// The condition is the same for all threads of a block.
__global__ void tile(const float* in, float* out, int n)
{
    __shared__ float s_tile[50];
    if (int(blockIdx.x * blockDim.x) >= n) return;
    if (n > 10) {
        s_tile[threadIdx.x] = in[threadIdx.x];
        __syncthreads();
        out[threadIdx.x] = s_tile[49 - threadIdx.x];
    }
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    tile<<<4, 50>>>(d_in, d_out, 50);
    cudaFree(d_in);
    cudaFree(d_out);
}
