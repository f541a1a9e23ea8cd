// expect: out_of_bounds, line 9, array c_filter, index [-2]
// The radius was not added to the index.
constexpr int kRadius = 2;
__constant__ float c_filter[2 * kRadius + 1];

__global__ void sum(float* out)
{
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d) sum += c_filter[d];
    out[threadIdx.x] = sum;
}

int main()
{
    float *d_out, h[5] = {1, 2, 3, 4, 5};
    cudaMalloc(&d_out, 32 * sizeof(float));
    cudaMemcpyToSymbol(c_filter, h, sizeof h);
    sum<<<1, 32>>>(d_out);
    cudaFree(d_out);
}
