// expect: crash
__device__ int depth(volatile int* n)
{
    volatile int here[64];
    here[*n % 64] = 1;
    return *n > 0 ? 0 : here[0] + depth(n);
}

__global__ void descend(int* out) { out[0] = depth(out); }

int main()
{
    int* d_out;
    cudaMalloc(&d_out, sizeof(int));
    cudaMemset(d_out, 0, sizeof(int));
    descend<<<1, 1>>>(d_out);
    cudaFree(d_out);
}
