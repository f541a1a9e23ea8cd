// expect: endless, line 6
// The step is zero in the last turn.
__global__ void spin(volatile float* out)
{
    for (int step = 4, i = 0; i < 64; i += step /= 2)
        out[threadIdx.x] = 1.0f;
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    spin<<<1, 64>>>(d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
