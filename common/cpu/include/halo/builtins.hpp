#pragma once
// threadIdx and its friends, and what a kernel calls to synchronise.
//
// The four are macros over functions marked const: they do not change while a kernel body runs, so the compiler
// reads each once, and the read is not an instrumented load.

#include "vector_types.hpp"

namespace halo_cpu {

[[gnu::const]] uint3 thread_index() noexcept;
[[gnu::const]] uint3 block_index() noexcept;
[[gnu::const]] dim3 block_extent() noexcept;
[[gnu::const]] dim3 grid_extent() noexcept;

/// Waits for every thread of the block. The number tells which barrier it is, and the line says so to the student: the
/// compiler may make two calls of one barrier in the source, or one of two.
[[gnu::noinline]] void barrier(int number, int line);
[[gnu::noinline]] int barrier_count(int number, int line, int predicate);
[[gnu::noinline]] int barrier_and(int number, int line, int predicate);
[[gnu::noinline]] int barrier_or(int number, int line, int predicate);

/// Notes the line of a `return` in a kernel: the translator writes `return left_at(line);` for `return;`.
void left_at(int line) noexcept;

/// Start of the block's dynamic shared memory, aligned to 1024 bytes.
[[gnu::const]] void* dynamic_shared_memory() noexcept;

template <class T>
[[gnu::always_inline]] inline T* dynamic_shared()
{
    return static_cast<T*>(dynamic_shared_memory());
}

/// What `extern __shared__ T name[];` outside a function becomes.
template <class T>
struct DynamicShared {
    [[gnu::always_inline]] operator T*() const { return dynamic_shared<T>(); }
};

}  // namespace halo_cpu

#define threadIdx (::halo_cpu::thread_index())
#define blockIdx (::halo_cpu::block_index())
#define blockDim (::halo_cpu::block_extent())
#define gridDim (::halo_cpu::grid_extent())
constexpr int warpSize = 32;

#define __syncthreads() ::halo_cpu::barrier(__COUNTER__, __LINE__)
#define __syncthreads_count(predicate) ::halo_cpu::barrier_count(__COUNTER__, __LINE__, predicate)
#define __syncthreads_and(predicate) ::halo_cpu::barrier_and(__COUNTER__, __LINE__, predicate)
#define __syncthreads_or(predicate) ::halo_cpu::barrier_or(__COUNTER__, __LINE__, predicate)
