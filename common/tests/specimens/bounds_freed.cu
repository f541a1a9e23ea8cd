// expect: out_of_bounds, line 5, array d_in
// Freed too early.
__global__ void copy(const float* in, float* out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMemset(d_in, 0, 64 * sizeof(float));
    cudaFree(d_in);
    copy<<<1, 64>>>(d_in, d_out);
    cudaFree(d_out);
}
