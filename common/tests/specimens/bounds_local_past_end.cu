// expect: out_of_bounds, line 10, array sum
// The loop over the sums runs one too far.
__global__ void smooth(const float* in, float* out, int count)
{
    float sum[4] = {};
    for (int i = 0; i < 4; ++i)
        for (int k = 0; k < 5; ++k) sum[i] += in[threadIdx.x + i + k];

    float total = 0;
    for (int i = 0; i < count; ++i) total += sum[i];
    out[threadIdx.x] = total;
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    smooth<<<1, 32>>>(d_in, d_out, 5);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
