// expect: out of bounds. in[n - i] is one past the end for i = 0.
#include "main.cuh"

// region exam
__global__ void backwards(const float* in, float* out, int n)
{
    const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < n) out[i] = in[n - i];
}
// endregion

int main()
{
    constexpr int n = 100;
    return run(n, [](float* in, float* out) { backwards<<<2, 64>>>(in, out, n); },
               [](const std::vector<float>& in, int i) { return in[std::size_t(n - 1 - i)]; });
}
