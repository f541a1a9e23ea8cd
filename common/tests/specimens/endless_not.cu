// expect: clean
// Long, but it ends.
__global__ void spin(float* out, int n)
{
    unsigned state = threadIdx.x + 1;
    for (int i = 0; i < n; ++i) state = state * 1664525u + 1013904223u;
    out[threadIdx.x] = float(state % 100);
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    spin<<<2, 32>>>(d_out, 100000);
    cudaFree(d_in);
    cudaFree(d_out);
}
