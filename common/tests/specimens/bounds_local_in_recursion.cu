// expect: out_of_bounds, line 7, array digits
// Each call has an array of its own.
__device__ float digit(int depth, int at)
{
    float digits[3] = {1, 2, 3};
    if (depth > 0) return digits[depth % 3] + digit(depth - 1, at);
    return digits[at];
}

__global__ void descend(const float*, float* out, int at) { out[threadIdx.x] = digit(4, at); }

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    descend<<<1, 32>>>(d_in, d_out, 3);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
