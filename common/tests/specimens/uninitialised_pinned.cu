// expect: uninitialised, line 5, array h_in, index [50]
// The host fills 50 of 64 elements of mapped memory.
__global__ void twice(const float* in, float* out)
{
    out[threadIdx.x] = 2.0f * in[threadIdx.x];
}

int main()
{
    float *h_in, *d_out;
    cudaHostAlloc(&h_in, 64 * sizeof(float), cudaHostAllocMapped);
    cudaMalloc(&d_out, 64 * sizeof(float));
    for (int i = 0; i < 50; ++i) h_in[i] = float(i);
    twice<<<1, 64>>>(h_in, d_out);
    cudaDeviceSynchronize();
    cudaFreeHost(h_in);
    cudaFree(d_out);
}
