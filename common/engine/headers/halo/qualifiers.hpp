#pragma once
// What the words of CUDA C++ become for g++.
//
// These headers keep to names with halo_ in front: a student may well call a kernel or a constant `halo`.

/// A card's compiler has a copy of a device function in each place that calls it, and the engine tells requests of a warp
/// apart by their place in the program.
#define __global__ __attribute__((flatten))
#define __device__
#define __host__
#define __forceinline__ inline __attribute__((always_inline))
#define __launch_bounds__(...)
#define __grid_constant__
#define __restrict__ __restrict
#define __align__(n) __attribute__((aligned(n)))

/// One copy for each host thread, and a host thread runs one block at a time: shared by exactly the threads of a block.
/// Aligned so that an access behind an array seldom falls into the next one.
#define __shared__ static thread_local __attribute__((aligned(128)))

/// The translator puts it into kernels that declare shared arrays: which functions are kernels, the program's symbols do not
/// say otherwise, and an array of one kernel is out of bounds for all others.
#define __halo_kernel__ static const char halo_kernel __attribute__((used)) = 0;

// Sections of their own: the engine tells from an address which memory space it belongs to.
// Each variable has words of its own, so that the bounds of a bool are those of a bool.
// The translator puts __halo_device_variable__ behind `__device__` on a variable, and
// __halo_constant_const__ for a const-qualified `__constant__`, which needs a section of its own.
#define __constant__ __attribute__((section("halo_constant"), used, aligned(32)))
#define __halo_constant_const__ __attribute__((section("halo_constant_const"), used, aligned(32)))
#define __halo_device_variable__ __attribute__((section("halo_device"), used, aligned(32)))
#define __managed__

// What programs ask about the compiler and its headers. NVIDIA's sample headers want to see these two included.
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
