#pragma once
// Bulk copies (sm_90): one thread asks for a piece of memory, an engine of the multiprocessor brings it to shared memory, and a barrier there
// counts its bytes. In PTX, since CUDA C++ has no words for them; each function is one instruction, and PTX ISA, 9.7.9 and 9.7.13, says what it does.

#include <cstdint>

#include <cuda.h>
#include <cuda_runtime.h>

namespace halo::ladder {

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900

__device__ inline std::uint32_t shared_address(const void* s_at) { return std::uint32_t(__cvta_generic_to_shared(s_at)); }

/// By one thread, before a __syncthreads(). One arrival fills a barrier: that of the thread that asks for the copy.
__device__ inline void make_barriers(std::uint64_t* s_barrier, int count)
{
    for (int i = 0; i < count; ++i) asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(shared_address(s_barrier + i)));
    asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
    asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/// The barrier opens when as many bytes have arrived.
__device__ inline void expect(std::uint64_t* s_barrier, int bytes)
{
    asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(shared_address(s_barrier)), "r"(bytes) : "memory");
}

/// `parity` says for which of two times in turn: 0 the first time, then 1, then 0 again.
__device__ inline void wait(std::uint64_t* s_barrier, int parity)
{
    std::uint32_t open = 0;
    while (open == 0)
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.u32 %0, 1, 0, p; }"
                     : "=r"(open) : "r"(shared_address(s_barrier)), "r"(parity) : "memory");
}

/// Addresses and bytes are multiples of 16.
__device__ inline void copy_bulk(void* s_to, const void* from, int bytes, std::uint64_t* s_barrier)
{
    asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%0], [%1], %2, [%3];" ::"r"(shared_address(s_to)), "l"(from),
                 "r"(bytes), "r"(shared_address(s_barrier)) : "memory");
}

/// The box of `map` whose first element is in column x and row y; what lies outside the image arrives as 0. `s_to` is a multiple of 128.
__device__ inline void copy_box(void* s_to, const CUtensorMap& map, int x, int y, std::uint64_t* s_barrier)
{
    asm volatile("cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3}], [%4];" ::"r"(shared_address(s_to)),
                 "l"(&map), "r"(x), "r"(y), "r"(shared_address(s_barrier)) : "memory");
}

#endif

}  // namespace halo::ladder
