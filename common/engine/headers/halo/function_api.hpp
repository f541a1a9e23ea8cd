#pragma once
// Queries about a kernel. Here a kernel's address is that of an ordinary function.
//
// Occupancy follows from block size, shared memory and the limits of compute capability 9.0. A kernel's registers are not
// known: on a card, fewer blocks may fit.

#include "device_api.hpp"

struct cudaFuncAttributes {
    size_t sharedSizeBytes, constSizeBytes, localSizeBytes;
    int maxThreadsPerBlock;
    int numRegs;  ///< 0: not known
    int ptxVersion, binaryVersion, cacheModeCA, maxDynamicSharedSizeBytes, preferredShmemCarveout;
};
enum cudaFuncAttribute : int {
    cudaFuncAttributeMaxDynamicSharedMemorySize = 8,
    cudaFuncAttributePreferredSharedMemoryCarveout = 9,
};
enum cudaSharedCarveout : int {
    cudaSharedmemCarveoutDefault = -1,
    cudaSharedmemCarveoutMaxL1 = 0,
    cudaSharedmemCarveoutMaxShared = 100,
};
#define cudaOccupancyDefault 0x00
#define cudaOccupancyDisableCachingOverride 0x01

namespace halo_engine {

cudaError_t function_attributes(cudaFuncAttributes* attributes, const void* kernel);
cudaError_t set_function_attribute(const void* kernel, cudaFuncAttribute attribute, int value);
cudaError_t check_function(const void* kernel);
cudaError_t active_blocks(int* blocks, const void* kernel, int block_size, size_t dynamic_bytes);
cudaError_t available_dynamic_shared(size_t* bytes, const void* kernel, int blocks, int block_size);

template <class T>
const void* address_of_kernel(T* kernel)
{
    return (const void*)kernel;
}

}  // namespace halo_engine

template <class T>
inline cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel)
{
    return halo_engine::function_attributes(attributes, halo_engine::address_of_kernel(kernel));
}
template <class T>
inline cudaError_t cudaFuncSetAttribute(T* kernel, cudaFuncAttribute attribute, int value)
{
    return halo_engine::set_function_attribute(halo_engine::address_of_kernel(kernel), attribute, value);
}
template <class T>
inline cudaError_t cudaFuncSetCacheConfig(T* kernel, cudaFuncCache)
{
    return halo_engine::check_function(halo_engine::address_of_kernel(kernel));
}
template <class T>
inline cudaError_t cudaFuncSetSharedMemConfig(T* kernel, cudaSharedMemConfig)
{
    return halo_engine::check_function(halo_engine::address_of_kernel(kernel));
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, T* kernel, int block_size, size_t dynamic_bytes)
{
    return halo_engine::active_blocks(blocks, halo_engine::address_of_kernel(kernel), block_size, dynamic_bytes);
}
template <class T>
inline cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, T* kernel, int block_size,
                                                                          size_t dynamic_bytes, unsigned int)
{
    return halo_engine::active_blocks(blocks, halo_engine::address_of_kernel(kernel), block_size, dynamic_bytes);
}
template <class T>
inline cudaError_t cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, T* kernel, int blocks, int block_size)
{
    return halo_engine::available_dynamic_shared(bytes, halo_engine::address_of_kernel(kernel), blocks, block_size);
}

/// The largest of the block sizes with the best occupancy, and how many such blocks fill the device.
template <class SharedBytes, class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSizeVariableSMem(int* grid_size, int* block_size, T* kernel,
                                                                  SharedBytes dynamic_bytes_of, int block_size_limit = 0)
{
    if (grid_size == nullptr || block_size == nullptr || kernel == nullptr) return cudaErrorInvalidValue;
    cudaFuncAttributes attributes;
    if (const cudaError_t status = cudaFuncGetAttributes(&attributes, kernel); status != cudaSuccess) return status;
    int multiprocessors = 0, most_threads = 0;
    cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
    const int limit = block_size_limit <= 0 || block_size_limit > attributes.maxThreadsPerBlock
                          ? attributes.maxThreadsPerBlock
                          : block_size_limit;
    *grid_size = *block_size = 0;
    for (int rounded = (limit + 31) / 32 * 32; rounded > 0; rounded -= 32) {
        const int size = rounded < limit ? rounded : limit;
        int blocks = 0;
        const cudaError_t status = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, size, dynamic_bytes_of(size));
        if (status != cudaSuccess) return status;
        if (size * blocks <= most_threads) continue;
        most_threads = size * blocks;
        *block_size = size;
        *grid_size = blocks * multiprocessors;
    }
    return cudaSuccess;
}
template <class T>
inline cudaError_t cudaOccupancyMaxPotentialBlockSize(int* grid_size, int* block_size, T* kernel, size_t dynamic_bytes = 0,
                                                      int block_size_limit = 0)
{
    return cudaOccupancyMaxPotentialBlockSizeVariableSMem(
        grid_size, block_size, kernel, [dynamic_bytes](int) { return dynamic_bytes; }, block_size_limit);
}
