// expect: race. The barrier between the load and the sum is missing.
#include "main.cuh"

// region exam
constexpr int kTile = 64, kRadius = 2, kBlock = kTile + 2 * kRadius;

__global__ void smooth(const float* in, float* out, int width)
{
    __shared__ float s_tile[kBlock];
    const int tx = int(threadIdx.x), i = int(blockIdx.x) * kTile + tx - kRadius;

    s_tile[tx] = i >= 0 && i < width ? in[i] : 0.0f;

    if (tx < kRadius || tx >= kRadius + kTile || i >= width) return;
    float sum = 0.0f;
    for (int d = -kRadius; d <= kRadius; ++d) sum += s_tile[tx + d];
    out[i] = sum;
}
// endregion

int main()
{
    constexpr int n = 200;
    return run(n, [](float* in, float* out) { smooth<<<(n + kTile - 1) / kTile, kBlock>>>(in, out, n); },
               [](const std::vector<float>& in, int i) {
                   float sum = 0.0f;
                   for (int j = i - kRadius; j <= i + kRadius; ++j) sum += j >= 0 && j < n ? in[std::size_t(j)] : 0.0f;
                   return sum;
               });
}
