// expect: clean
// 160 KiB of local memory: a GPU gives a thread up to 512 KiB.
__global__ void sort_of(const int* in, int* out)
{
    int mine[40 * 1024];
    for (int i = 0; i < 40 * 1024; ++i) mine[i] = in[(threadIdx.x + i) % 64] + i;
    int sum = 0;
    for (int i = 0; i < 40 * 1024; i += in[0]) sum += mine[i];
    out[threadIdx.x] = sum;
}

int main()
{
    int *d_in, *d_out, h[64];
    for (int i = 0; i < 64; ++i) h[i] = 7 + i;
    cudaMalloc(&d_in, sizeof h);
    cudaMalloc(&d_out, sizeof h);
    cudaMemcpy(d_in, h, sizeof h, cudaMemcpyHostToDevice);
    sort_of<<<1, 4>>>(d_in, d_out);
    cudaFree(d_in);
    cudaFree(d_out);
}
