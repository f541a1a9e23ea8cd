// expect: out_of_bounds, line 5, array d_out, index [100], last [127]
// The last block extends beyond the array, and nothing guards the store.
__global__ void fill(float* out)
{
    out[blockIdx.x * blockDim.x + threadIdx.x] = 1.0f;
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    fill<<<2, 64>>>(d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
