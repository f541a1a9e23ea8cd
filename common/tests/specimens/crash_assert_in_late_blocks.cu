// expect: crash, line 11, cases 2
#include <cassert>
#include <cstdio>

// The message is printed once for each thread that fails, and what a thread prints once, although blocks run twice if several host threads run them.
__global__ void check(int* out, int first_wrong)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i % 2048 == 5) std::printf("thread %d\n", i);
    out[i] += 1;
    assert(i < first_wrong || i % 37 != 0);
    out[i] += 2;
}

int main()
{
    constexpr int kBlocks = 150, kThreads = 64, kCount = kBlocks * kThreads;
    int *d_out = nullptr, sum = 0;
    static int h_out[kCount];
    cudaMalloc(&d_out, sizeof h_out);
    cudaMemset(d_out, 0, sizeof h_out);
    check<<<kBlocks, kThreads>>>(d_out, 97 * kThreads);
    cudaMemcpy(h_out, d_out, sizeof h_out, cudaMemcpyDeviceToHost);
    for (const int value : h_out) sum += value;
    std::printf("%d\n", sum);
    cudaFree(d_out);
}
