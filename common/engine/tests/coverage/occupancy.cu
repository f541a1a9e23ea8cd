// covers: Device and occupancy: `cudaFuncGetAttributes`, `cudaFuncSetAttribute`, `cudaFuncSetCacheConfig`
// covers: Device and occupancy: `cudaOccupancyMaxActiveBlocksPerMultiprocessor`, `cudaOccupancyMaxPotentialBlockSize`
#include <algorithm>
#include <cstdio>

template <int kFloats>
__global__ void stage(float* data)
{
    __shared__ float s_stage[kFloats];
    s_stage[threadIdx.x] = data[threadIdx.x];
    __syncthreads();
    data[threadIdx.x] = s_stage[blockDim.x - 1 - threadIdx.x];
}

__global__ void plain(float* data) { data[threadIdx.x] = 1.0f; }

/// For a kernel small enough that registers do not limit it.
int expected_blocks(const cudaDeviceProp& p, int threads, std::size_t shared)
{
    const int warps = (threads + 31) / 32;
    const auto taken = (shared + p.reservedSharedMemPerBlock + 127) / 128 * 128;
    return std::min({p.maxThreadsPerMultiProcessor / 32 / warps, p.maxBlocksPerMultiProcessor,
                     int(p.sharedMemPerMultiprocessor / taken)});
}

int main()
{
    int failed = 0;
    cudaDeviceProp p{};
    cudaGetDeviceProperties(&p, 0);

    cudaFuncAttributes attributes{};
    failed |= cudaFuncGetAttributes(&attributes, stage<1000>) != cudaSuccess;
    failed |= attributes.sharedSizeBytes != 4000 || attributes.maxThreadsPerBlock != 1024;
    failed |= attributes.maxDynamicSharedSizeBytes != 49152 - 4000;
    failed |= cudaFuncGetAttributes(&attributes, stage<64>) != cudaSuccess || attributes.sharedSizeBytes != 256;
    failed |= cudaFuncGetAttributes(&attributes, plain) != cudaSuccess || attributes.sharedSizeBytes != 0;
    failed |= cudaFuncSetCacheConfig(stage<64>, cudaFuncCachePreferShared) != cudaSuccess;

    for (const int threads : {32, 33, 64, 100, 128, 256, 400, 512, 1000, 1024})
        for (const std::size_t shared : {std::size_t(0), std::size_t(1000), std::size_t(20000), std::size_t(49152)}) {
            int blocks = -1;
            const cudaError_t status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, threads, shared);
            if (status == cudaSuccess && blocks == expected_blocks(p, threads, shared)) continue;
            std::printf("%d threads, %zu bytes: %d blocks, expected %d\n", threads, shared, blocks,
                        expected_blocks(p, threads, shared));
            failed = 1;
        }

    int grid = 0, block = 0;
    failed |= cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 0) != cudaSuccess;
    failed |= block != 1024 || grid != p.multiProcessorCount * (p.maxThreadsPerMultiProcessor / 1024);
    failed |= cudaOccupancyMaxPotentialBlockSize(&grid, &block, plain, 0, 200) != cudaSuccess || block > 200;

    // More than 48 KiB of dynamic shared memory only after cudaFuncSetAttribute, and never more than the device has.
    const int most = int(p.sharedMemPerBlockOptin);
    failed |= cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, most + 1) != cudaErrorInvalidValue;
    failed |= cudaFuncSetAttribute(plain, cudaFuncAttributeMaxDynamicSharedMemorySize, most) != cudaSuccess;
    int blocks = -1;
    failed |= cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, plain, 256, most) != cudaSuccess || blocks != 1;
    failed |= cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, stage<64>, 256, 60000) != cudaSuccess || blocks != 0;
    if (failed) std::printf("something differs; the last error: %s\n", cudaGetErrorString(cudaGetLastError()));
    return failed;
}
