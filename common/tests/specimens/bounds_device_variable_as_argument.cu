// expect: out_of_bounds, line 14, array table
// The kernel would follow an address of the host.
__device__ float table[5] = {1, 2, 4.5f, 8, 16};

__global__ void fill(const float* values, float* out)
{
    out[threadIdx.x] = values[threadIdx.x % 5];
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 64 * sizeof(float));
    fill<<<1, 64>>>(table, d_out);
    cudaFree(d_out);
}
