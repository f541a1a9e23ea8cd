// expect: uninitialised, line 9, array last
// The array is a new one in each iteration.
__global__ void running(const float* in, float* out, int rounds)
{
    float sum = 0;
    for (int round = 0; round < rounds; ++round) {
        float last[2];
        if (round == 0) last[0] = in[threadIdx.x];
        sum += last[rounds - 2];
    }
    out[threadIdx.x] = sum;
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    running<<<1, 32>>>(d_in, d_out, 2);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
