// covers: Memory: `cudaMallocManaged`: host and kernels take turns
// covers: Memory: `cudaMemPrefetchAsync`, `cudaMemAdvise`
// covers: Memory: `__managed__` variables
#include <cstdio>

constexpr int kCount = 777;

__managed__ int steps = 0;
__managed__ float table[5] = {1, 2, 4, 8, 16};

__global__ void advance(float* values, int n)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < n) values[x] = values[x] * 0.5f + table[x % 5];
    if (x == 0) ++steps;
}

int main()
{
    int failed = 0;
    float* values = nullptr;
    failed |= cudaMallocManaged(&values, kCount * sizeof(float)) != cudaSuccess;
    for (int i = 0; i < kCount; ++i) values[i] = float(i % 32);

    cudaMemLocation device{};
    device.type = cudaMemLocationTypeDevice;
    failed |= cudaMemAdvise(values, kCount * sizeof(float), cudaMemAdviseSetPreferredLocation, device) != cudaSuccess;
    failed |= cudaMemPrefetchAsync(values, kCount * sizeof(float), device, 0, 0) != cudaSuccess;

    float expected[kCount];
    for (int i = 0; i < kCount; ++i) expected[i] = float(i % 32);
    for (int turn = 0; turn < 3; ++turn) {
        advance<<<(kCount + 63) / 64, 64>>>(values, kCount);
        failed |= cudaDeviceSynchronize() != cudaSuccess;
        for (int i = 0; i < kCount; ++i) {
            expected[i] = expected[i] * 0.5f + table[i % 5];
            if (values[i] != expected[i]) {
                std::printf("turn %d: values[%d] = %g, expected %g\n", turn, i, values[i], expected[i]);
                return 1;
            }
            values[i] += 1.0f;      // the host's turn
            expected[i] += 1.0f;
        }
        table[turn] = 100.0f;       // also a variable's
    }
    if (steps != 3) std::printf("steps = %d, expected 3\n", steps);
    failed |= steps != 3;
    failed |= cudaFree(values) != cudaSuccess;
    return failed;
}
