// expect: out_of_bounds, line 7, array d_taps
// A table that is const, of which the compiler would report no access.
__device__ const float d_taps[5] = {0.25f, 0.5f, 1.25f, -0.5f, 0.125f};

__global__ void scale(const float* in, float* out, int taps)
{
    for (int k = 0; k < taps; ++k) out[threadIdx.x] = in[threadIdx.x] * d_taps[k];
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    for (int i = 0; i < 64; ++i) h[i] = 0.5f * float(i);
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    scale<<<1, 64>>>(d_in, d_out, 6);
    cudaMemcpy(h, d_out, sizeof h, cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
