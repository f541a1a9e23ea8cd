// expect: uninitialised, line 5, array d_in, index [16]
// 64 bytes are copied, not 64 elements.
__global__ void copy(const float* in, float* out)
{
    out[threadIdx.x] = in[threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, 64 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMemcpy(d_in, h, 64, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
