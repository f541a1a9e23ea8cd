// expect: out_of_bounds, line 5, array d_in, index [64]
// Arrays that fill their 256 bytes: one element further must not be taken for the next array's first.
__global__ void copy(const float* in, float* out)
{
    if (threadIdx.x == 0) out[0] = in[64];
}

int main()
{
    float *d_in, *d_next, *d_out;
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_next, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMemset(d_in, 0, 64 * sizeof(float));
    cudaMemset(d_next, 0, 64 * sizeof(float));
    copy<<<1, 32>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_next);
    cudaFree(d_out);
}
