// expect: race, line 10, other 8, array flags, index [2], cases 1
// Between the uses of byte 2, others use the bytes beside it.
__global__ void race(char* flags, int* out)
{
    const int x = int(threadIdx.x);
    int sum = 0;
    if (x != 2) sum = flags[x];
    if (x == 1) sum += flags[2];
    if (x == 3) sum += flags[3] + flags[1];
    if (x == 2) flags[2] = 1;
    out[x] = sum;
}

int main()
{
    char* flags;
    int* out;
    cudaMalloc(&flags, 4);
    cudaMalloc(&out, 4 * sizeof *out);
    cudaMemset(flags, 0, 4);
    race<<<1, 4>>>(flags, out);
    cudaFree(flags);
    cudaFree(out);
}
