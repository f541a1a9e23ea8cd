// expect: race, line 9, other 11, array s_tile, index [0]
// A thread that is a turn ahead fills the tile while others still read it.
__global__ void sums(float* out, const float* in, int n)
{
    __shared__ float s_tile[64];
    const int tx = int(threadIdx.x);
    float sum = 0.0f;
    for (int first = 0; first < n; first += 64) {
        s_tile[tx] = in[first + tx];
        __syncthreads();
        sum += s_tile[63 - tx] + s_tile[tx];
    }
    out[tx] = sum;
}

int main()
{
    float *d_in, *d_out;
    cudaMalloc(&d_in, 256 * sizeof(float));
    cudaMalloc(&d_out, 64 * sizeof(float));
    float h_in[256];
    for (int i = 0; i < 256; ++i) h_in[i] = float(i);
    cudaMemcpy(d_in, h_in, sizeof h_in, cudaMemcpyHostToDevice);
    sums<<<1, 64>>>(d_out, d_in, 256);
    cudaDeviceSynchronize();
    cudaFree(d_in);
    cudaFree(d_out);
}
