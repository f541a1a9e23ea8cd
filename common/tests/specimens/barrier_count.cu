// expect: clean
// A barrier that counts: all threads get the same answer.
__global__ void positive(const float* in, float* out)
{
    const int zeros = __syncthreads_count(in[threadIdx.x] == 0.0f);
    if (__syncthreads_and(zeros == 64) && __syncthreads_or(threadIdx.x == 5)) out[threadIdx.x] = float(zeros);
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    positive<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
