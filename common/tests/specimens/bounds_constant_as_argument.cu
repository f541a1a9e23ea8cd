// expect: out_of_bounds, line 15, array c_filter
// The kernel would follow an address of the host.
__constant__ float c_filter[5];

__global__ void fill(const float* filter, float* out)
{
    out[threadIdx.x] = filter[threadIdx.x % 5];
}

int main()
{
    float *d_out, h[5] = {1, 2, 3, 4, 5};
    cudaMalloc(&d_out, 64 * sizeof(float));
    cudaMemcpyToSymbol(c_filter, h, sizeof h);
    fill<<<1, 64>>>(c_filter, d_out);
    cudaFree(d_out);
}
