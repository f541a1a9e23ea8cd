// expect: out_of_bounds, line 6, array d_in, index [100]
// The right neighbour of the last element.
__global__ void shift(const float* in, float* out, int n)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i + 1];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    shift<<<2, 64>>>(d_in, d_out, 100);
    cudaFree(d_in);
    cudaFree(d_out);
}
