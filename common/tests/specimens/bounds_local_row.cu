// expect: out_of_bounds, line 7, array square
// The index of a row that is too short.
__global__ void turn(const float* in, float* out, int column)
{
    float square[2][3] = {};
    for (int i = 0; i < 3; ++i) square[0][i] = square[1][i] = in[threadIdx.x + i];
    out[threadIdx.x] = square[0][column];
}

int main()
{
    float *d_in, *d_out, h[64] = {};
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    turn<<<1, 32>>>(d_in, d_out, 3);
    cudaMemcpy(h, d_out, 32 * sizeof(float), cudaMemcpyDeviceToHost);
    cudaFree(d_in);
    cudaFree(d_out);
}
