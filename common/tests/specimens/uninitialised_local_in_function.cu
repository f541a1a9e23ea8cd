// expect: uninitialised, line 11, array window
// Both functions know only a pointer.
__device__ void fill(double* values, const float* in, int count)
{
    for (int i = 0; i < count; ++i) values[i] = in[i];
}

__device__ double sum_of(const double* values)
{
    double sum = 0;
    for (int i = 0; i < 3; ++i) sum += values[i];
    return sum;
}

__global__ void smooth(const float* in, float* out, int count)
{
    double window[3];
    fill(window, in + threadIdx.x, count);
    out[threadIdx.x] = float(sum_of(window));
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    smooth<<<1, 32>>>(d_in, d_out, 2);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
