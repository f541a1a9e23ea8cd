// expect: out_of_bounds, line 15, array table, index [0]
// In host code table is a variable of the host: on a GPU the kernel would not see what is stored to it.
__device__ float table[5];

__global__ void fill(float* out)
{
    out[threadIdx.x] = table[threadIdx.x % 5];
}

int main()
{
    float *d_out, h[5] = {1.5f, 2, 3, 4, 5};
    cudaMalloc(&d_out, 64 * sizeof(float));
    for (int j = 0; j < 5; ++j)
        table[j] = h[j];
    fill<<<1, 64>>>(d_out);
    cudaFree(d_out);
}
