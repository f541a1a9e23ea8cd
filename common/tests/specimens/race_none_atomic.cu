// expect: clean
// A histogram: many threads add to one element, all by atomics, with a barrier before and after.
__global__ void histogram(const float* in, int* bins)
{
    __shared__ int s_bins[4];
    if (threadIdx.x < 4) s_bins[threadIdx.x] = 0;
    __syncthreads();
    atomicAdd(&s_bins[(threadIdx.x + int(in[threadIdx.x])) % 4], 1);
    __syncthreads();
    if (threadIdx.x < 4) atomicAdd(&bins[threadIdx.x], s_bins[threadIdx.x]);
}

int main()
{
    float *d_in, h[64] = {};
    int *d_bins, bins[4];
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_bins, sizeof bins);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    cudaMemset(d_bins, 0, sizeof bins);
    histogram<<<3, 64>>>(d_in, d_bins);
    cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_bins);
    return bins[0] == 48 && bins[3] == 48 ? 0 : 1;
}
