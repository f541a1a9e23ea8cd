// expect: clean
// All threads make the same number of turns; the bounds test is inside the loop.
__global__ void rounds(float* out, int n)
{
    for (int begin = 0; begin < n; begin += blockDim.x) {
        const int i = begin + threadIdx.x;
        if (i < n) out[i] = 1.0f;
        __syncthreads();
    }
    if (threadIdx.x == 0) return;
    if (threadIdx.x == 1 && n > 50) out[1] = 2.0f;
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
