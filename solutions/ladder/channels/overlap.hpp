#pragma once
// What cards from compute capability 9.0 on can do and others cannot: a launch that begins before the one before it has ended, and copies of
// whole rows that no thread waits for. The CPU engine copies at once and launches one kernel after the other: the same results.

#include <cstdint>

#include <cuda_runtime.h>

#include "cuda/check.hpp"

#ifndef __HALO_CPU__
#include "bulk_copy.hpp"
#endif

namespace halo::ladder {

#if !defined(__HALO_CPU__) && (!defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900)
#define HALO_LADDER_SM_90 1
#else
#define HALO_LADDER_SM_90 0
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define HALO_LADDER_BULK 1
#else
#define HALO_LADDER_BULK 0
#endif

/// Whether the card that runs this can do both.
inline bool can_overlap()
{
#ifdef __HALO_CPU__
    return true;
#else
    static const int major = [] {
        int device = 0, found = 0;
        CUDA_CHECK(cudaGetDevice(&device));
        CUDA_CHECK(cudaDeviceGetAttribute(&found, cudaDevAttrComputeCapabilityMajor, device));
        return found;
    }();
    return major >= 9;
#endif
}

/// From here on the next launch may begin, as soon as there is room.
__device__ inline void let_next_begin()
{
#if HALO_LADDER_SM_90
    cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/// What the launch before has stored may be read, and overwritten, only from here on.
__device__ inline void wait_for_last()
{
#if HALO_LADDER_SM_90
    cudaGridDependencySynchronize();
#endif
}

/// A launch that may begin when the one before it lets it. Its kernel has to call wait_for_last().
template <class Argument>
void launch_overlapped(void (*kernel)(Argument), dim3 grid, dim3 block, std::size_t dynamic_bytes, cudaStream_t stream, Argument argument)
{
#ifdef __HALO_CPU__
    kernel<<<grid, block, dynamic_bytes, stream>>>(argument);
    CUDA_CHECK(cudaGetLastError());
#else
    cudaLaunchAttribute overlapped = {};
    overlapped.id = cudaLaunchAttributeProgrammaticStreamSerialization;
    overlapped.val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t config = {};
    config.gridDim = grid;
    config.blockDim = block;
    config.dynamicSmemBytes = dynamic_bytes;
    config.stream = stream;
    config.attrs = &overlapped;
    config.numAttrs = can_overlap();
    CUDA_CHECK(cudaLaunchKernelEx(&config, kernel, argument));
#endif
}

/// A copy of a row from global to shared memory, begun by one thread and waited for by any. `from`, `to` and `bytes` are multiples of 16.
struct RowCopy {
    std::uint64_t arrived;              ///< an mbarrier

    /// By one thread; the others wait after the next barrier of the block.
    static __device__ void prepare(RowCopy* copies, int count)
    {
#if HALO_LADDER_BULK
        make_barriers(&copies->arrived, count);
#endif
    }
    __device__ void begin(float4* to, const float4* from, unsigned bytes)
    {
#if HALO_LADDER_BULK
        expect(&arrived, int(bytes));
        copy_bulk(to, from, int(bytes), &arrived);
#else
        for (unsigned i = 0; i < bytes / sizeof(float4); ++i) to[i] = from[i];
#endif
    }
    __device__ void wait()
    {
#if HALO_LADDER_BULK
        ladder::wait(&arrived, 0);
#endif
    }
};

}  // namespace halo::ladder
