// expect: race, line 6, other 6, array s_half
// Two threads store different values in the same element.
__global__ void halve(float* out)
{
    __shared__ float s_half[32];
    s_half[threadIdx.x / 2] = float(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = s_half[threadIdx.x / 2];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    halve<<<1, 64>>>(d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
