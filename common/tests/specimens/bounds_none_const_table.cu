// expect: clean
// Tables that are const, in device and in constant memory, each read up to its end.
__device__ const float d_taps[5] = {0.25f, 0.5f, 1.25f, -0.5f, 0.125f};
static __constant__ const int c_step[2][3] = {{1, 2, 3}, {4, 5, 6}};

__global__ void scale(const float* in, float* out, int taps)
{
    float sum = 0.0f;
    for (int k = 0; k < taps; ++k) sum += d_taps[k] * in[(threadIdx.x + unsigned(c_step[k % 2][k % 3])) % 64];
    out[threadIdx.x] = sum;
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    for (int i = 0; i < 64; ++i) h[i] = 0.5f * float(i);
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(d_in, d_out, 5);
    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
    return h[1] == 0.25f * (2 * 0.5f) + 0.5f * (6 * 0.5f) + 1.25f * (4 * 0.5f) - 0.5f * (5 * 0.5f) + 0.125f * (3 * 0.5f) ? 0 : 1;
}
