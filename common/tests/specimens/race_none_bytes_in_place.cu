// expect: clean
// Four threads share a word, but each uses its own byte of it.
__global__ void invert(const unsigned char* in, unsigned char* out)
{
    __shared__ unsigned char s_pixels[64];
    s_pixels[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    s_pixels[threadIdx.x] = 255 - s_pixels[threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = s_pixels[63 - threadIdx.x];
}

int main()
{
    unsigned char *d_in, *d_out, h[64] = {1, 2, 3};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    invert<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
