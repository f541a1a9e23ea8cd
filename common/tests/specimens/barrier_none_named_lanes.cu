// expect: clean
// All within the lanes that the mask names.
__global__ void sum_next(float* out)
{
    const int tx = int(threadIdx.x);
    if (tx < 16) out[tx] = __shfl_sync(0x0000ffffu, float(tx), (tx + 1) % 16);
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 16 * sizeof(float));
    sum_next<<<1, 32>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
