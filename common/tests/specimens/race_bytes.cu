// expect: race, line 6, other 7, array s_pixels
// The same without the barrier, and a word read across four threads' bytes.
__global__ void pack(const unsigned char* in, unsigned* out)
{
    __shared__ __align__(4) unsigned char s_pixels[64];
    s_pixels[threadIdx.x] = in[threadIdx.x];
    if (threadIdx.x < 16) out[threadIdx.x] = reinterpret_cast<const unsigned*>(s_pixels)[threadIdx.x];
}

int main()
{
    unsigned char *d_in, h[64] = {1, 2, 3};
    unsigned* d_out;
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    pack<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
