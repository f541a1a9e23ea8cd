// expect: clean
// All threads store the same value in the same element.
__global__ void flag(const float* in, float* out)
{
    __shared__ float s_flag;
    s_flag = 1.0f;
    __syncthreads();
    if (in[threadIdx.x] == 0.0f) s_flag = 2.0f;
    __syncthreads();
    out[threadIdx.x] = s_flag;
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    flag<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
