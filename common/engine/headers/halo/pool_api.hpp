#pragma once
// Memory pools: which allocations belong together, how much they use, and how much the pool keeps when they are freed. Memory comes
// from the same place in any case.

#include "memory_api.hpp"

struct CUmemPoolHandle_st;
using cudaMemPool_t = CUmemPoolHandle_st*;

enum cudaMemPoolAttr : int {
    cudaMemPoolReuseFollowEventDependencies = 1,     ///< this and the next two: int, kept and returned, without effect
    cudaMemPoolReuseAllowOpportunistic = 2,
    cudaMemPoolReuseAllowInternalDependencies = 3,
    cudaMemPoolAttrReleaseThreshold = 4,             ///< this and the next: unsigned long long, bytes
    cudaMemPoolAttrReservedMemCurrent = 5,
    cudaMemPoolAttrReservedMemHigh = 6,
    cudaMemPoolAttrUsedMemCurrent = 7,
    cudaMemPoolAttrUsedMemHigh = 8,
};
enum cudaMemAllocationType : int {
    cudaMemAllocationTypeInvalid = 0,
    cudaMemAllocationTypePinned = 1,                 ///< does not move: ordinary device memory
    cudaMemAllocationTypeManaged = 2,
    cudaMemAllocationTypeMax = 0x7fffffff,
};
enum cudaMemAllocationHandleType : int {
    cudaMemHandleTypeNone = 0,
    cudaMemHandleTypePosixFileDescriptor = 1,
    cudaMemHandleTypeWin32 = 2,
    cudaMemHandleTypeWin32Kmt = 4,
    cudaMemHandleTypeFabric = 8,
};
enum cudaMemAccessFlags : int {
    cudaMemAccessFlagsProtNone = 0,
    cudaMemAccessFlagsProtRead = 1,
    cudaMemAccessFlagsProtReadWrite = 3,
};
struct cudaMemAccessDesc {
    cudaMemLocation location;
    cudaMemAccessFlags flags;
};
/// Device memory that is not shared is supported.
struct cudaMemPoolProps {
    cudaMemAllocationType allocType;
    cudaMemAllocationHandleType handleTypes;
    cudaMemLocation location;
    void* win32SecurityAttributes;
    size_t maxSize;                                  ///< bytes; 0: no limit
    unsigned short usage;
    unsigned char reserved[54];
};

cudaError_t cudaMemPoolCreate(cudaMemPool_t* pool, const cudaMemPoolProps* properties);
/// Allocations that were not freed stay valid.
cudaError_t cudaMemPoolDestroy(cudaMemPool_t pool);
cudaError_t cudaMemPoolTrimTo(cudaMemPool_t pool, size_t bytes_to_keep);
cudaError_t cudaMemPoolSetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolGetAttribute(cudaMemPool_t pool, cudaMemPoolAttr attribute, void* value);
cudaError_t cudaMemPoolSetAccess(cudaMemPool_t pool, const cudaMemAccessDesc* accesses, size_t count);
cudaError_t cudaMemPoolGetAccess(cudaMemAccessFlags* flags, cudaMemPool_t pool, cudaMemLocation* location);

cudaError_t cudaDeviceGetDefaultMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceGetMemPool(cudaMemPool_t* pool, int device);
cudaError_t cudaDeviceSetMemPool(int device, cudaMemPool_t pool);
cudaError_t cudaMemGetDefaultMemPool(cudaMemPool_t* pool, cudaMemLocation* location, cudaMemAllocationType type);
cudaError_t cudaMemGetMemPool(cudaMemPool_t* pool, cudaMemLocation* location, cudaMemAllocationType type);
cudaError_t cudaMemSetMemPool(cudaMemLocation* location, cudaMemAllocationType type, cudaMemPool_t pool);

namespace halo_engine {

/// nullptr: from the device's current pool.
cudaError_t allocate_from_pool(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream, Named named, Place at);
cudaError_t allocate_from_given_pool(void** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream, Named named, Place at);

}  // namespace halo_engine

template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaStream_t stream, const char* name = "", halo_engine::Place at = HALO_HERE)
{
    return halo_engine::allocate_from_pool(halo_engine::any(pointer), bytes, nullptr, stream, halo_engine::named<T>(name), at);
}
template <class T>
inline cudaError_t cudaMallocAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream, const char* name = "",
                                   halo_engine::Place at = HALO_HERE)
{
    return halo_engine::allocate_from_given_pool(halo_engine::any(pointer), bytes, pool, stream, halo_engine::named<T>(name), at);
}
template <class T>
inline cudaError_t cudaMallocFromPoolAsync(T** pointer, size_t bytes, cudaMemPool_t pool, cudaStream_t stream, const char* name = "",
                                           halo_engine::Place at = HALO_HERE)
{
    return halo_engine::allocate_from_given_pool(halo_engine::any(pointer), bytes, pool, stream, halo_engine::named<T>(name), at);
}
