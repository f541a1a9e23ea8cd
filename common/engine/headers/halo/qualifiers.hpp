#pragma once
// Defines the keywords of CUDA C++ for g++.
//
// The names in these headers begin with halo_, because a student may well call a kernel or a constant `halo`.

/// nvcc inlines a device function at each call. So do we, because the engine distinguishes a warp's requests by their
/// place in the program.
#define __global__ __attribute__((flatten))
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __restrict__ __restrict
#define __align__(n) __attribute__((aligned(n)))

/// One copy per host thread, which runs one block at a time: so it is shared by exactly the threads of a block. Aligned
/// so that an access past the end of an array seldom hits the next one.
#define __shared__ static thread_local __attribute__((aligned(128)))

/// The translator puts this into kernels that declare shared arrays: it shows in the program's symbols which functions
/// are kernels. An array of one kernel is out of bounds for all others.
#define __halo_kernel__ static const char halo_kernel __attribute__((used)) = 0;
/// Likewise, for the most threads of a block by the kernel's __launch_bounds__.
#define __halo_launch_bounds__(...) static constexpr unsigned halo_launch_bounds __attribute__((used)) = unsigned(__VA_ARGS__);
/// Into host functions that may be launched through a pointer.
#define __halo_host_function__ static const char halo_host_function __attribute__((used)) = 0;

// In sections of their own, so that an address shows its memory space. Variables don't share words, so that the bounds of
// a bool are exact. The translator adds __halo_device_variable__ after `__device__` on a variable, or __halo_managed_variable__ if host code may use it, too, and replaces a
// const-qualified `__constant__`, which needs another section, by __halo_constant_const__. What is declared `extern` may be in another file: g++ warns of
// `used` there. A variable template has __halo_instance__ instead, and no section.
#define __constant__ __attribute__((section("halo_constant"), used, aligned(32)))
#define __halo_constant_const__ __attribute__((section("halo_constant_const"), used, aligned(32)))
#define __halo_device_variable__ __attribute__((section("halo_device"), used, aligned(32)))
#define __halo_managed_variable__ __attribute__((section("halo_managed"), used, aligned(32)))
#define __halo_extern_constant__ __attribute__((section("halo_constant"), aligned(32)))
#define __halo_extern_constant_const__ __attribute__((section("halo_constant_const"), aligned(32)))
#define __halo_extern_device_variable__ __attribute__((section("halo_device"), aligned(32)))
#define __halo_extern_managed_variable__ __attribute__((section("halo_managed"), aligned(32)))
#define __halo_instance__ __attribute__((used, aligned(32)))
#define __managed__

// Macros with which programs test for the compiler and its headers. NVIDIA's sample headers test for the last two.
#define __HALO_CPU__ 1
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __CUDACC_RELAXED_CONSTEXPR__ 1
#define CUDART_VERSION 12000
#define __CUDA_RUNTIME_H__
#define __DRIVER_TYPES_H__
