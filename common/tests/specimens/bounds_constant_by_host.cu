// expect: out_of_bounds, line 14, array c_filter, index [0]
// In host code c_filter is a variable of the host: on a GPU the kernel would find zeros.
__constant__ float c_filter[5];

__global__ void fill(float* out)
{
    out[threadIdx.x] = c_filter[threadIdx.x % 5];
}

int main()
{
    float *d_out, h[5] = {1, 2, 3, 4, 5};
    cudaMalloc(&d_out, 64 * sizeof(float));
    for (int j = 0; j < 5; ++j) c_filter[j] = h[j];
    fill<<<1, 64>>>(d_out);
    cudaFree(d_out);
}
