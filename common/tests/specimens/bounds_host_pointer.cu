// expect: out_of_bounds, line 5
// The host's array is passed to the kernel.
__global__ void copy(const float* in, float* out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(h, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
