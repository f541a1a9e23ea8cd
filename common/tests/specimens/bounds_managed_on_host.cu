// expect: clean
// The host may access managed and pinned memory.
#include <numeric>

__global__ void sum(const int* in, const int* more, int* out)
{
    for (int i = 0; i < 100; ++i) *out += in[i] * more[i];
}

int main()
{
    int *in, *more, *out;
    cudaMallocManaged(&in, 100 * sizeof(int));
    cudaMallocHost(&more, 100 * sizeof(int));
    cudaMallocManaged(&out, sizeof(int));
    std::iota(in, in + 100, 1);
    for (int i = 0; i < 100; ++i) more[i] = in[i];
    *out = 0;
    sum<<<1, 1>>>(in, more, out);
    cudaDeviceSynchronize();
    const int got = *out;
    cudaFree(in);
    cudaFreeHost(more);
    cudaFree(out);
    return got != 338350;
}
