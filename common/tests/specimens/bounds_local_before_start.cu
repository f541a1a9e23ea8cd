// expect: out_of_bounds, line 8, array window
// Before the first element of a window.
__global__ void smooth(const float* in, float* out, int first)
{
    float window[5];
    for (int i = 0; i < 5; ++i) window[i] = in[threadIdx.x + i];
    float sum = 0;
    for (int i = first; i < 5; ++i) sum += window[i - 1];
    out[threadIdx.x] = sum;
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    smooth<<<1, 32>>>(d_in, d_out, 0);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
