// expect: barrier, line 6
// The mask names 16 lanes, but lane 15 asks for lane 16's value.
__global__ void sum_next(float* out)
{
    const int tx = int(threadIdx.x);
    if (tx < 16) out[tx] = __shfl_sync(0x0000ffffu, float(tx), tx + 1);
}

int main()
{
    float* d_out;
    cudaMalloc(&d_out, 16 * sizeof(float));
    sum_next<<<1, 32>>>(d_out);
    cudaDeviceSynchronize();
    cudaFree(d_out);
}
