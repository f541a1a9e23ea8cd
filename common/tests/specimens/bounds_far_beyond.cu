// expect: out_of_bounds, line 5, array d_in, index [4294967296]
// Bytes taken for elements.
__global__ void copy(const float* in, float* out, long offset)
{
    out[threadIdx.x] = in[threadIdx.x + offset];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(d_in, d_out, 1L << 32);
    cudaFree(d_in);
    cudaFree(d_out);
}
