// expect: clean
// The last element and not one more.
__global__ void fill(float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    out[n - 1 - i] = 1.0f;
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    fill<<<2, 64>>>(d_out, 100);
    cudaFree(d_in);
    cudaFree(d_out);
}
