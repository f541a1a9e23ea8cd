// expect: out_of_bounds, line 5, array d_data, index [25]
// One statement reads and writes: one finding.
__global__ void twice(float* data)
{
    data[threadIdx.x] *= 2.0f;
}

int main()
{
    float* d_data;
    cudaMalloc(&d_data, 25 * sizeof(float));
    cudaMemset(d_data, 0, 25 * sizeof(float));
    twice<<<1, 32>>>(d_data);
    cudaDeviceSynchronize();
    cudaFree(d_data);
}
