// expect: uninitialised, line 14, array pairs
// One member of one struct.
struct Pair {
    float first, second;
};

__device__ void fill(Pair (&pairs)[3], const float* in, int count)
{
    for (int i = 0; i < 3; ++i) pairs[i].first = in[i];
    for (int i = 0; i < count; ++i) pairs[i].second = in[i];
}

__device__ float sum(const Pair& pair) {
    return pair.first + pair.second;
}

__global__ void pairs(const float* in, float* out, int count)
{
    Pair pairs[3];
    fill(pairs, in, count);
    float total = 0;
    for (const Pair& pair : pairs) total += sum(pair);
    out[threadIdx.x] = total;
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    pairs<<<1, 32>>>(d_in, d_out, 1);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
