// expect: clean
// New memory may have the address of memory that was freed.
__global__ void fill(float* out)
{
    out[threadIdx.x] = 1.0f;
}

int main()
{
    for (int round = 0; round < 20; ++round) {
        float* d_out;
        cudaMalloc(&d_out, 64 * sizeof(float));
        fill<<<1, 64>>>(d_out);
        cudaFree(d_out);
    }
}
