// expect: out_of_bounds, line 8, array c_filter, index [5]
// One tap too many.
__constant__ float c_filter[5];

__global__ void scale(const float* in, float* out, int taps)
{
    float sum = 0.0f;
    for (int k = 0; k < taps; ++k) sum += c_filter[k];
    out[threadIdx.x] = sum * in[threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemcpyToSymbol(c_filter, h, sizeof c_filter);
    scale<<<1, 64>>>(d_in, d_out, 6);
    cudaFree(d_in);
    cudaFree(d_out);
}
