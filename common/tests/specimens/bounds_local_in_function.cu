// expect: out_of_bounds, line 6, array window
// The function knows only a pointer.
__device__ float sum_of(const float* values, int count)
{
    float sum = 0;
    for (int i = 0; i < count; ++i) sum += values[i];
    return sum;
}

__global__ void smooth(const float* in, float* out, int count)
{
    float window[5];
    for (int i = 0; i < 5; ++i) window[i] = in[threadIdx.x + i];
    out[threadIdx.x] = sum_of(window, count);
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    smooth<<<1, 32>>>(d_in, d_out, 6);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
