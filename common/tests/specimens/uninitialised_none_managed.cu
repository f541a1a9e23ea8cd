// expect: clean
// Managed and pinned memory that is set before threads add to it: by the host in several ways, of which some call no hook, and by CUDA.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>

constexpr int kWays = 12, kElements = 64;

__global__ void add(int* sums)
{
    atomicAdd(&sums[threadIdx.x], 1);
    sums[threadIdx.x] += 2;
}
__global__ void set(int* sums) { sums[threadIdx.x] = 7; }
__global__ void count(unsigned char* flags) { flags[threadIdx.x] += 1; }

struct Node {
    int value, *next;
};
__global__ void follow(Node* first)
{
    for (Node* node = first; node->next != nullptr; node = first + *node->next) node->value += 1;
}

int main()
{
    constexpr size_t kBytes = kElements * sizeof(int);
    int* ways[kWays];
    for (int i = 0; i < kWays; ++i) {
        if (i == 11) cudaMallocHost(&ways[i], kBytes);
        else cudaMallocManaged(&ways[i], kBytes);
    }
    const int zeros[kElements] = {};
    std::FILE* const file = std::tmpfile();
    if (file == nullptr || std::fwrite(zeros, 1, sizeof zeros, file) != sizeof zeros) return 1;
    std::rewind(file);

    for (int i = 0; i < kElements; ++i) ways[0][i] = i;
    std::memset(ways[1], 0, kBytes);
    std::memset(ways[2], 0xff, kBytes);
    std::memcpy(ways[3], zeros, kBytes);
    std::fill_n(ways[4], kElements, -1);
    if (std::fread(ways[5], 1, kBytes, file) != kBytes) return 1;
    cudaMemset(ways[6], 0, kBytes);
    cudaMemcpy(ways[7], zeros, kBytes, cudaMemcpyHostToDevice);
    set<<<1, kElements>>>(ways[8]);
    cudaMemPrefetchAsync(ways[0], kBytes, 0);
    std::rewind(file);
    if (pread(fileno(file), ways[9], kBytes, 0) != ssize_t(kBytes)) return 1;    // no hook
    auto* const bytes = reinterpret_cast<unsigned char*>(ways[10]);
    std::iota(bytes, bytes + kBytes, 0);
    if (pread(fileno(file), ways[11], kBytes, 0) != ssize_t(kBytes)) return 1;
    for (int i = 0; i < kWays; ++i) add<<<1, kElements>>>(ways[i]);
    cudaDeviceSynchronize();

    // Three bytes, and an array that host code sets between two launches.
    unsigned char* flags;
    cudaMallocManaged(&flags, 3);
    if (pread(fileno(file), flags, 1, 0) != 1) return 1;
    count<<<1, 1>>>(flags);
    cudaDeviceSynchronize();
    if (pread(fileno(file), flags + 1, 2, 0) != 2) return 1;
    count<<<1, 3>>>(flags);
    cudaDeviceSynchronize();
    std::fclose(file);

    Node* nodes;
    cudaMallocManaged(&nodes, 2 * sizeof *nodes);
    nodes[0] = {1, &ways[6][0]};
    cudaDeviceSynchronize();
    ways[6][0] = 1;
    nodes[1] = {2, nullptr};
    follow<<<1, 1>>>(nodes);
    cudaDeviceSynchronize();

    cudaFree(flags);
    cudaFree(nodes);
    for (int i = 0; i < kWays; ++i) {
        if (i == 11) cudaFreeHost(ways[i]);
        else cudaFree(ways[i]);
    }
}
