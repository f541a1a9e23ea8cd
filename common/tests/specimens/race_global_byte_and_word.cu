// expect: race, line 5, other 9, array words, index [1], cases 1
// One thread stores a byte of a word that another reads whole.
__global__ void race(unsigned* words, unsigned* out)
{
    if (threadIdx.x == 0) reinterpret_cast<unsigned char*>(words)[6] = 1;
    if (threadIdx.x == 1) out[0] = reinterpret_cast<unsigned char*>(words)[5];
    out[1 + threadIdx.x] = words[3 - threadIdx.x % 2];
    if (threadIdx.x < 32) return;
    out[40] = words[1];
}

int main()
{
    unsigned *words, *out;
    cudaMalloc(&words, 16);
    cudaMalloc(&out, 50 * sizeof *out);
    cudaMemset(words, 0, 16);
    race<<<1, 33>>>(words, out);
    cudaFree(words);
    cudaFree(out);
}
