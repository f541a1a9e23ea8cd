// expect: out_of_bounds, line 8, array d_out, index [32]; then uninitialised, line 4, array d_values
// The values were missing before the launch that ended early: two mistakes.

__global__ void copy(const float* d_values, float* d_out) { d_out[threadIdx.x] = d_values[threadIdx.x]; }
__global__ void fill(float* d_out, int first)
{
    const int i = int(threadIdx.x);
    d_out[i + first] = 1;
}

int main()
{
    float *d_values, *d_out;
    cudaMalloc(&d_values, 32 * sizeof(float));
    cudaMalloc(&d_out, 32 * sizeof(float));
    copy<<<1, 32>>>(d_values, d_out);
    fill<<<1, 32>>>(d_out, 32);
    cudaDeviceSynchronize();
    cudaFree(d_values);
    cudaFree(d_out);
}
