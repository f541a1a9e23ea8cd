// expect: barrier, line 7
// Some threads make one more turn, and wait alone.
__global__ void rounds(float* out, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        out[i] = 1.0f;
        __syncthreads();
    }
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    rounds<<<1, 64>>>(d_out, 100);
    cudaFree(d_in);
    cudaFree(d_out);
}
