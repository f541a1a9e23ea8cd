// expect: clean
// Each thread uses only its own element: no barrier is needed.
__global__ void twice(const float* in, float* out)
{
    __shared__ float s_own[64];
    s_own[threadIdx.x] = in[threadIdx.x];
    s_own[threadIdx.x] *= 2.0f;
    out[threadIdx.x] = s_own[threadIdx.x];
}

int main()
{
    float *d_in, *d_out, h[100] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    twice<<<1, 64>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
