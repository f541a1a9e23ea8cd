// expect: clean
// Four threads write the four bytes of one word.
__global__ void bytes(const float* in, float* out)
{
    __shared__ char s_byte[64];
    s_byte[threadIdx.x] = char(threadIdx.x);
    __syncthreads();
    out[threadIdx.x] = in[threadIdx.x] + s_byte[63 - threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    bytes<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
