// expect: out_of_bounds, line 5, array d_out, index [64]
// nvcc ignores the word, with a warning. The kernel's accesses are watched all the same.
__forceinline__ __global__ void fill(float* out, int n)
{
    if (int(threadIdx.x) <= n) out[threadIdx.x] = 1.0f;
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 64 * sizeof(float));
    fill<<<1, 128>>>(d_out, 64);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
