#pragma once
// CUDA_CHECK(call) throws when a CUDA call fails, and says what failed, where, and what to try.
// Kept small because every .cu file includes it; its namespace is not a name that a student would choose.

#include <cstdio>
#include <cstring>
#include <exception>
#include <source_location>

#include <cuda_runtime.h>

namespace halo_cuda {

/// A CUDA call that failed. what() is three lines: headline, `where:`, `try:`; a very long call is cut there.
struct CudaError : std::exception {
    cudaError_t status = cudaSuccess;
    const char* call = "";      ///< its source text
    char text[1024];
    const char* what() const noexcept override { return text; }
};

/// What to check first when `call` fails with this error.
inline const char* advice_for(cudaError_t status, const char* call)
{
    switch (status) {
    case cudaErrorInvalidConfiguration:
        return "print the grid and block of the launch: no dimension may be 0, and a block holds at most 1024 threads";
    case cudaErrorInvalidValue:
        if (std::strncmp(call, "cudaMemcpyToSymbol", 18) == 0)
            return "its arguments are variable, source, bytes, and then an offset in bytes, before any direction: do offset and "
                   "bytes fit into the variable?";
        if (std::strncmp(call, "cudaMemcpy2DToArray", 19) == 0)
            return "array, the place in it (0, 0), source, its pitch and the width in bytes, the rows: do width and rows fit into the array, which "
                   "cudaMallocArray(&array, &format, width, height) made width first?";
        if (std::strncmp(call, "cudaMemcpy", 10) == 0)
            return "do both arrays hold as many bytes as the call moves (cudaMalloc counts bytes, not elements)? Is a pointer null or "
                   "freed, are source and target swapped, is one a __constant__ variable?";
        return "check the arguments: a null pointer, one that was freed, a size that is negative or too large?";
    case cudaErrorInvalidPitchValue:
        return "pitch and width count bytes, and the pitch, the step from one row to the next, is at least the width: for rows without gaps both are "
               "width * sizeof(float)";
    case cudaErrorInvalidResourceHandle:
        return "it was given back before, or never made: which line gave it back first?";
    case cudaErrorMemoryAllocation:
        return "print the requested size in bytes, and free what an earlier call allocated";
    case cudaErrorInvalidMemcpyDirection:
        return "the last argument of cudaMemcpy must fit the pointers: which one lives on the device?";
    case cudaErrorInvalidDevicePointer:
        return "pass a pointer that cudaMalloc returned, and free it once";
    case cudaErrorInvalidSymbol:
        return "pass the __constant__ or __device__ variable itself, neither its address nor its name in quotes";
    case cudaErrorIllegalAddress:
        return "compare every index in the kernel with the size of its array, and pass device pointers only";
    case cudaErrorLaunchOutOfResources:
        return "add up the bytes of the kernel's __shared__ arrays: a block gets 48 KiB at most";
    case cudaErrorLaunchTimeout:
        return "look for a loop in the kernel that never ends";
    case cudaErrorNoDevice:
        return "there is no CUDA device here; `make` runs the same file without one";
    default:
        return "look at the call itself, and at every launch before it: a kernel's errors show up late";
    }
}

/// Throws CudaError. A function of its own, so that a compiler has nothing to inline at each checked call: lab 13's file took 0.49 s to compile
/// instead of 0.30.
[[gnu::cold, gnu::noinline, noreturn]] inline void fail(cudaError_t status, const char* call, const std::source_location& at)
{
    const char* slash = std::strrchr(at.file_name(), '/');
    const char* file = slash != nullptr ? slash + 1 : at.file_name();
    CudaError error;
    error.status = status;
    error.call = call;
    std::snprintf(error.text, sizeof error.text, "%s:%u: %s\n  where: %s\n  try:   %s", file, unsigned(at.line()), cudaGetErrorString(status), call,
                  advice_for(status, call));
    throw error;
}

}  // namespace halo_cuda

/// Throws CudaError unless `status` is cudaSuccess. `call` is the text of the call. Has the macro's name, so that the compiler reports a
/// missing `;` before CUDA_CHECK and not before `::`.
inline void CUDA_CHECK(cudaError_t status, const char* call, std::source_location at = std::source_location::current())
{
    if (status != cudaSuccess) halo_cuda::fail(status, call, at);
}
#define CUDA_CHECK(call) CUDA_CHECK((call), #call)   // a macro only for the text of the call
