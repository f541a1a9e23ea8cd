// expect: clean
// Each thread stores to its own byte or pair of bytes, which nobody else uses; others read beside them in the same words, some twice.
__global__ void beside(char* flags, short* halves, int* out, int n)
{
    const int x = int(threadIdx.x), block = int(blockIdx.x) * n;
    int sum = flags[block + x] + halves[block + x];
    if (x % 4 == 2) sum += flags[block + x + 1];
    if (x % 4 == 3) sum += flags[block + x - 3] + flags[block + x - 1];
    if (x % 4 == 1) flags[block + x] = 3;
    if (x % 2 == 1) sum += halves[block + x - 1];
    else sum += halves[block + x];
    if (x % 2 == 1) halves[block + x] = 2;
    out[block + x] = sum;
}

// After a barrier, the words are read whole.
__global__ void then_words(unsigned char* bytes, unsigned* out)
{
    bytes[threadIdx.x] = static_cast<unsigned char>(threadIdx.x);
    bytes[threadIdx.x] += 1;
    __syncthreads();
    const unsigned* const words = reinterpret_cast<unsigned*>(bytes);
    if (threadIdx.x < 16) out[threadIdx.x] = words[threadIdx.x] + words[15 - threadIdx.x];
    __syncthreads();
    bytes[63 - threadIdx.x] = 0;
}

int main()
{
    constexpr int n = 62, blocks = 3;        // blocks share words, too
    char* flags;
    short* halves;
    int* out;
    unsigned char* bytes;
    cudaMalloc(&flags, blocks * n);
    cudaMalloc(&halves, blocks * n * sizeof *halves);
    cudaMalloc(&out, blocks * n * sizeof *out);
    cudaMalloc(&bytes, 64);
    cudaMemset(flags, 0, blocks * n);
    cudaMemset(halves, 0, blocks * n * sizeof *halves);
    beside<<<blocks, 60>>>(flags, halves, out, n);
    then_words<<<1, 64>>>(bytes, reinterpret_cast<unsigned*>(out));
    cudaFree(flags);
    cudaFree(halves);
    cudaFree(out);
    cudaFree(bytes);
}
