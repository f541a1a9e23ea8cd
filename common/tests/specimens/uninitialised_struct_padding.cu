// expect: clean
// The three bytes between the members have no value, and are copied along with them.
struct Pair {
    char first;
    int second;
};

__global__ void copy(Pair* out)
{
    __shared__ Pair s_pair[64];
    s_pair[threadIdx.x].first = 1;
    s_pair[threadIdx.x].second = 2;
    __syncthreads();
    out[threadIdx.x] = s_pair[63 - threadIdx.x];
}

int main()
{
    Pair *d_out, h[64];
    cudaMalloc(&d_out, sizeof h);
    copy<<<1, 64>>>(d_out);
    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d_out);
    return h[5].second == 2 ? 0 : 1;
}
