// covers: Launches: `cudaLaunchKernel((void*)kernel, …)`: the kernel's address cast in the call
// covers: Cooperative groups: `cudaLaunchCooperativeKernel((const void*)kernel, …)`
// covers: Device and occupancy: attributes and occupancy of `(void*)kernel`
#include <cooperative_groups.h>
#include <cstdio>
#include <vector>

#define CHECK(call)                                                            \
    do {                                                                       \
        const cudaError_t status = (call);                                     \
        if (status != cudaSuccess) {                                           \
            std::printf("line %d: %s\n", __LINE__, cudaGetErrorString(status)); \
            return 1;                                                          \
        }                                                                      \
    } while (0)

template <class T, int kStep>
__global__ void count_up(T* out, int n)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < n) out[x] = T(out[x] + x * kStep);
}

__global__ void shift_left(const int* in, int* between, int* out, int n)
{
    const int x = int(blockIdx.x * blockDim.x + threadIdx.x);
    if (x < n) between[x] = in[(x + 1) % n];
    cooperative_groups::this_grid().sync();
    if (x < n) out[x] = between[(x + 1) % n];
}

__global__ void reverse(int* data, int n)
{
    extern __shared__ int s_data[];
    for (int i = int(threadIdx.x); i < n; i += int(blockDim.x)) s_data[i] = data[i];
    __syncthreads();
    for (int i = int(threadIdx.x); i < n; i += int(blockDim.x)) data[i] = s_data[n - 1 - i];
}

int main()
{
    int n = 10007;
    std::vector<int> got(n);
    int *d_a, *d_b, *d_c;
    CHECK(cudaMalloc((void**)&d_a, n * sizeof(int)));
    CHECK(cudaMalloc((void**)&d_b, n * sizeof(int)));
    CHECK(cudaMalloc((void**)&d_c, n * sizeof(int)));
    CHECK(cudaMemset(d_a, 0, n * sizeof(int)));

    void* arguments[] = {&d_a, &n};
    const dim3 block(128), grid((n + 127) / 128);
    CHECK(cudaLaunchKernel((void*)count_up<int, 3>, grid, block, arguments, 0, 0));
    CHECK(cudaLaunchKernel((const void*)&count_up<int, 3>, grid, block, arguments, 0, 0));
    CHECK(cudaLaunchKernel(reinterpret_cast<const void*>(&count_up<int, 3>), grid, block, arguments, 0, 0));
    CHECK(cudaLaunchKernel((void*)(count_up<int, 3>), grid, block, arguments, 0, 0));

    const int few_blocks = 3;
    int m = few_blocks * 128 - 5;
    void* of_shift[] = {&d_a, &d_b, &d_c, &m};
    CHECK(cudaLaunchCooperativeKernel((const void*)shift_left, dim3(few_blocks), block, of_shift, 0, 0));
    CHECK(cudaMemcpy(got.data(), d_c, m * sizeof(int), cudaMemcpyDeviceToHost));
    for (int i = 0; i < m; ++i)
        if (got[i] != 12 * ((i + 2) % m)) {
            std::printf("shifted[%d] = %d, expected %d\n", i, got[i], 12 * ((i + 2) % m));
            return 1;
        }

    const int bytes = n * int(sizeof(int));
    void* of_reverse[] = {&d_a, &n};
    CHECK(cudaFuncSetAttribute((void*)reverse, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes));
    cudaFuncAttributes attributes;
    CHECK(cudaFuncGetAttributes(&attributes, (const void*)reverse));
    int blocks = 0, grid_size = 0, block_size = 0;
    CHECK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, (const void*)reverse, 128, bytes));
    CHECK(cudaOccupancyMaxPotentialBlockSize(&grid_size, &block_size, (void*)reverse, bytes, 512));
    if (attributes.maxDynamicSharedSizeBytes != bytes || blocks < 1 || grid_size < 1 || block_size < 32 || block_size > 512) {
        std::printf("%d bytes, %d blocks, %d x %d\n", attributes.maxDynamicSharedSizeBytes, blocks, grid_size, block_size);
        return 1;
    }
    CHECK(cudaLaunchKernel((void*)reverse, dim3(1), block, of_reverse, bytes, 0));
    CHECK(cudaMemcpy(got.data(), d_a, bytes, cudaMemcpyDeviceToHost));
    for (int i = 0; i < n; ++i)
        if (got[i] != 12 * (n - 1 - i)) {
            std::printf("reversed[%d] = %d, expected %d\n", i, got[i], 12 * (n - 1 - i));
            return 1;
        }
    cudaFree(d_a);
    cudaFree(d_b);
    cudaFree(d_c);
}
