// expect: race, line 11, other 12, array d_row, index [0], cases 992
// Sixteen host threads launch at the same time; the kernel of one of them has a race.
#include <cuda_runtime.h>
#include <thread>
#include <vector>

__global__ void shift(int* row, bool wait)
{
    __shared__ int s_row[32];
    if (wait) s_row[threadIdx.x] = row[threadIdx.x];
    if (!wait) row[threadIdx.x] = int(threadIdx.x);
    const int next = row[(threadIdx.x + 1) % 32];
    __syncthreads();
    row[threadIdx.x] = wait ? s_row[(threadIdx.x + 1) % 32] : next;
}

int main()
{
    std::vector<std::thread> threads;
    for (int number = 0; number < 16; ++number)
        threads.emplace_back([number] {
            for (int round = 0; round < 31; ++round) {
                int* d_row = nullptr;
                cudaMalloc(&d_row, 32 * sizeof(int));
                cudaMemset(d_row, 0, 32 * sizeof(int));
                shift<<<1, 32>>>(d_row, number != 7);
                cudaDeviceSynchronize();
                cudaFree(d_row);
            }
        });
    for (std::thread& thread : threads) thread.join();
}
