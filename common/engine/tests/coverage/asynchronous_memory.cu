// covers: Memory: `cudaMallocAsync`, `cudaFreeAsync`, `cudaMemcpyAsync`, `cudaMemsetAsync` on a stream
// covers: Memory: `cudaMemcpyPeer` from the device to itself; `cudaMemcpyDefault`
#include <cstdio>
#include <vector>

__global__ void add_index(int* data, int n)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < n) data[x] += x;
}

int main()
{
    constexpr int kCount = 515, kBlank = 100;
    int failed = 0;
    std::vector<int> in(kCount), got(kCount);
    for (int i = 0; i < kCount; ++i) in[i] = 13 * i;
    cudaStream_t stream;
    failed |= cudaStreamCreate(&stream) != cudaSuccess;

    int *data, *twin;
    failed |= cudaMallocAsync(&data, kCount * sizeof(int), stream) != cudaSuccess;
    failed |= cudaMallocAsync((void**)&twin, kCount * sizeof(int), stream) != cudaSuccess;
    failed |= cudaMemcpyAsync(data, in.data(), kCount * sizeof(int), cudaMemcpyHostToDevice, stream) != cudaSuccess;
    failed |= cudaMemsetAsync(data + 7, 0, kBlank * sizeof(int), stream) != cudaSuccess;
    add_index<<<(kCount + 95) / 96, 96, 0, stream>>>(data, kCount);
    failed |= cudaStreamSynchronize(stream) != cudaSuccess;

    failed |= cudaMemcpyPeer(twin, 0, data, 0, kCount * sizeof(int)) != cudaSuccess;
    failed |= cudaMemcpyPeerAsync(twin, 0, data, 0, sizeof(int), stream) != cudaSuccess;
    failed |= cudaMemcpyAsync(got.data(), twin, kCount * sizeof(int), cudaMemcpyDefault, stream) != cudaSuccess;
    failed |= cudaFreeAsync(data, stream) != cudaSuccess;
    failed |= cudaFreeAsync(twin, stream) != cudaSuccess;
    failed |= cudaStreamSynchronize(stream) != cudaSuccess;
    failed |= cudaStreamDestroy(stream) != cudaSuccess;

    for (int i = 0; i < kCount; ++i) {
        const int expected = i + (i >= 7 && i < 7 + kBlank ? 0 : in[i]);
        if (got[i] == expected) continue;
        std::printf("got[%d] = %d, expected %d\n", i, got[i], expected);
        return 1;
    }
    return failed;
}
