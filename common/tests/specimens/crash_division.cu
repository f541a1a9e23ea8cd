// expect: crash, line 4
__global__ void share(int* out, int parts)
{
    out[threadIdx.x] = 100 / parts;
}

int main()
{
    int* d_out;
    cudaMalloc(&d_out, 32 * sizeof(int));
    share<<<1, 32>>>(d_out, 0);
    cudaFree(d_out);
}
