#pragma once
// threadIdx, blockIdx, blockDim and gridDim, and the functions with which a kernel synchronises.

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "vector_types.hpp"

namespace halo_engine {

struct ThreadPlace {
    uint3 thread{};
    unsigned unused = 0;          ///< all 16 bytes are copied at once
};

struct LocalRecord;

/// Identifies the calling CUDA thread. The engine sets it before the thread starts or continues.
struct CurrentThread : ThreadPlace {
    std::uint64_t loop_path = 0;  ///< iterations of the enclosing loops, see loops.hpp
    uint3 block{};
    uint3 block_extent{}, grid_extent{};
    LocalRecord* locals = nullptr;   ///< its arrays, the innermost first, see local_arrays.hpp
};

}  // namespace halo_engine

/// In a debugger: `p halo_now.thread`.
extern "C" [[gnu::tls_model("local-exec")]] thread_local __constinit halo_engine::CurrentThread halo_now;

namespace halo_engine {

// A plain read would be instrumented as a load of the kernel. Not volatile: none of it changes while a kernel body runs,
// so the compiler reads each once. Elsewhere a function does the same, at the price of a call.
#if defined(__x86_64__)
#define HALO_NOW(member, offset) \
    unsigned member;             \
    __asm__("movl %%fs:halo_now@tpoff+" #offset ", %0" : "=r"(member))
#define HALO_TRIPLE(name, first, second, third)                          \
    [[gnu::always_inline]] inline uint3 name() noexcept                  \
    {                                                                    \
        HALO_NOW(x, first);                                              \
        HALO_NOW(y, second);                                             \
        HALO_NOW(z, third);                                              \
        return {x, y, z};                                                \
    }
HALO_TRIPLE(thread_index, 0, 4, 8)
HALO_TRIPLE(block_index, 24, 28, 32)
HALO_TRIPLE(block_extent_index, 36, 40, 44)
HALO_TRIPLE(grid_extent_index, 48, 52, 56)
static_assert(sizeof(ThreadPlace) == 16 && sizeof(CurrentThread) == 72);
#undef HALO_TRIPLE
#undef HALO_NOW
#else
[[gnu::const]] uint3 thread_index() noexcept;
[[gnu::const]] uint3 block_index() noexcept;
[[gnu::const]] uint3 block_extent_index() noexcept;
[[gnu::const]] uint3 grid_extent_index() noexcept;
#endif

/// Whether a kernel runs. A constant expression is the host's.
[[gnu::const]] bool in_kernel() noexcept;
constexpr bool on_device() noexcept { return !__builtin_is_constant_evaluated() && in_kernel(); }

[[gnu::always_inline]] inline dim3 block_extent() noexcept { return block_extent_index(); }
[[gnu::always_inline]] inline dim3 grid_extent() noexcept { return grid_extent_index(); }

/// Waits for every thread of the block. `number` identifies the barrier in the source, because the compiler may duplicate
/// or merge calls; `line` is for messages.
[[gnu::noinline]] void barrier(int number, int line);
[[gnu::noinline]] int barrier_count(int number, int line, int predicate);
[[gnu::noinline]] int barrier_and(int number, int line, int predicate);
[[gnu::noinline]] int barrier_or(int number, int line, int predicate);

/// Waits for every thread of the grid; only for launches by cudaLaunchCooperativeKernel.
[[gnu::noinline]] void grid_sync(int number, int line);

/// Ends the kernel with an error.
[[noreturn, gnu::noinline]] void trap();

/// Records the line of a `return` in a kernel: the translator writes `return left_at(line);` for `return;`.
void left_at(int line) noexcept;

/// Start of the block's dynamic shared memory, aligned to 1024 bytes. `name` and `element_bytes` are for messages.
[[gnu::const]] void* dynamic_shared_memory(const char* name, unsigned element_bytes) noexcept;

template <class T>
[[gnu::always_inline]] inline T* dynamic_shared(const char* name)
{
    return static_cast<T*>(dynamic_shared_memory(name, sizeof(std::remove_all_extents_t<T>)));
}

/// Stands in for `extern __shared__ T name[];` outside a function.
template <class T>
struct DynamicShared {
    [[gnu::always_inline]] operator T*() const { return dynamic_shared<T>("extern __shared__"); }
};

}  // namespace halo_engine

#define threadIdx (::halo_engine::thread_index())
#define blockIdx (::halo_engine::block_index())
#define blockDim (::halo_engine::block_extent())
#define gridDim (::halo_engine::grid_extent())
constexpr int warpSize = 32;

// So that g++'s messages name `__syncthreads`, and a missing `;` in `n ↵ __syncthreads()` does not turn into `n::…`.
inline constexpr auto& __syncthreads = ::halo_engine::barrier;
#define __syncthreads() __syncthreads(__COUNTER__, __LINE__)
#define __syncthreads_count(predicate) ::halo_engine::barrier_count(__COUNTER__, __LINE__, predicate)
#define __syncthreads_and(predicate) ::halo_engine::barrier_and(__COUNTER__, __LINE__, predicate)
#define __syncthreads_or(predicate) ::halo_engine::barrier_or(__COUNTER__, __LINE__, predicate)
