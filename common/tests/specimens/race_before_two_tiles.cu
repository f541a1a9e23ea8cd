// expect: race, line 10, other 12, array s_a
// One barrier is missing for both tiles: reads of the second before its elements are stored follow from the same cause.
constexpr int kTile = 32;
__global__ void product(const float* a, const float* b, float* c, int n)
{
    __shared__ float s_a[kTile][kTile], s_b[kTile][kTile];
    const int y = int(threadIdx.y), x = int(threadIdx.x);
    float sum = 0;
    for (int k = 0; k < n; k += kTile) {
        s_a[y][x] = a[y * n + k + x];
        s_b[y][x] = b[(k + y) * kTile + x];
        for (int i = 0; i < kTile; ++i) sum += s_a[y][i] * s_b[i][x];
        __syncthreads();
    }
    c[y * kTile + x] = sum;
}

int main()
{
    static float h[64 * 64];
    for (int i = 0; i < 64 * 64; ++i) h[i] = 0.5f * float(i % 13);
    float *d_a, *d_c;
    cudaMalloc(&d_a, sizeof h);
    cudaMalloc(&d_c, kTile * kTile * sizeof(float));
    cudaMemcpy(d_a, h, sizeof h, cudaMemcpyHostToDevice);
    product<<<1, dim3(kTile, kTile)>>>(d_a, d_a, d_c, 64);
    cudaDeviceSynchronize();
    cudaFree(d_a);
    cudaFree(d_c);
}
