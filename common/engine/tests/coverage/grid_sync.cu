// covers: Cooperative groups: this_grid: sync in a launch by cudaLaunchCooperativeKernel, thread_rank, num_threads, block_rank, num_blocks
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;
constexpr int kBlocks = 3, kThreads = 70, kCount = kBlocks * kThreads, kRounds = 4;

/// In each round a thread adds what another block wrote in the previous round.
__global__ void rounds(int* a, int* b)
{
    const cg::grid_group grid = cg::this_grid();
    const int i = int(grid.thread_rank()), count = int(grid.num_threads());
    a[i] = i + int(grid.block_rank() * 1000 + grid.num_blocks());
    grid.sync();
    for (int round = 0; round < kRounds; ++round) {
        b[i] = a[i] + a[(i + kThreads) % count];
        grid.sync();
        int* const other = a;
        a = b;
        b = other;
    }
}

int main()
{
    int *d_a, *d_b;
    cudaMalloc(&d_a, kCount * sizeof(int));
    cudaMalloc(&d_b, kCount * sizeof(int));
    void* arguments[] = {&d_a, &d_b};
    const cudaError_t status = cudaLaunchCooperativeKernel(rounds, dim3(kBlocks), dim3(kThreads), arguments, 0, nullptr);
    std::vector<int> got(kCount), want(kCount), next(kCount);
    cudaMemcpy(got.data(), d_a, kCount * sizeof(int), cudaMemcpyDeviceToHost);   // after an even number of rounds
    cudaFree(d_a);
    cudaFree(d_b);
    for (int i = 0; i < kCount; ++i) want[i] = i + i / kThreads * 1000 + kBlocks;
    for (int round = 0; round < kRounds; ++round) {
        for (int i = 0; i < kCount; ++i) next[i] = want[i] + want[(i + kThreads) % kCount];
        want = next;
    }
    if (status != cudaSuccess || got != want) std::printf("%s; [0] is %d, expected %d\n", cudaGetErrorString(status), got[0], want[0]);
    return status != cudaSuccess || got != want;
}
