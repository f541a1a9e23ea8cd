// expect: barrier. Threads beyond the end return before the barrier.
#include "main.cuh"

// region exam
constexpr int kBlock = 64;

__global__ void mirror_blocks(const float* in, float* out, int n)
{
    __shared__ float s_part[kBlock];
    const int tx = int(threadIdx.x), first = int(blockIdx.x) * kBlock;
    if (first + tx >= n) return;

    s_part[tx] = in[first + tx];
    __syncthreads();

    const int length = n - first < kBlock ? n - first : kBlock;
    out[first + tx] = s_part[length - 1 - tx];
}
// endregion

int main()
{
    constexpr int n = 100;
    return run(n, [](float* in, float* out) { mirror_blocks<<<(n + kBlock - 1) / kBlock, kBlock>>>(in, out, n); },
               [](const std::vector<float>& in, int i) {
                   const int first = i / kBlock * kBlock, length = n - first < kBlock ? n - first : kBlock;
                   return in[std::size_t(first + length - 1 - (i - first))];
               });
}
