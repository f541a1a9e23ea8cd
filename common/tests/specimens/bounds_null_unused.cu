// expect: clean
// A null pointer that means "nothing to add" and is tested before use.
__global__ void copy(const float* in, const float* bias, float* out)
{
    out[threadIdx.x] = in[threadIdx.x] + (bias ? bias[threadIdx.x] : 0.0f);
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    copy<<<1, 64>>>(d_in, NULL, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
