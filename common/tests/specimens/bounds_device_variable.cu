// expect: out_of_bounds, line 6, array table, index [4]
__device__ float table[4] = {1, 2, 3, 4};

__global__ void scale(const float* in, float* out, int last)
{
    out[threadIdx.x] = in[threadIdx.x] * table[last];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(d_in, d_out, 4);
    cudaFree(d_in);
    cudaFree(d_out);
}
