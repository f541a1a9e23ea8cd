// expect: endless, line 5
// Never reaches -1. One line, since a thread without accesses is stopped wherever it happens to be.
__global__ void spin(float* out, int i)
{
    for (; i != -1; i = (i * 5 + 3) % 7) {}
    out[threadIdx.x] = float(i);
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    spin<<<1, 32>>>(d_out, 1);
    cudaFree(d_in);
    cudaFree(d_out);
}
