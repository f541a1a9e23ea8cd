#pragma once
// CUDA_CHECK(call) throws when a CUDA call fails, and says what failed, where, and what to try.
// Kept small because every .cu file includes it; its namespace is not a name that a student would choose.

#include <source_location>
#include <stdexcept>
#include <string>

#include <cuda_runtime.h>

namespace halo_cuda {

/// A CUDA call that failed. what() is three lines: headline, `where:`, `try:`.
struct CudaError : std::runtime_error {
    CudaError(cudaError_t failed, const std::string& failed_call, const std::string& text)
        : std::runtime_error(text), status(failed), call(failed_call) {}
    cudaError_t status;
    std::string call;       ///< its source text
};

/// What to check first when `call` fails with this error.
inline const char* advice_for(cudaError_t status, const std::string& call)
{
    switch (status) {
    case cudaErrorInvalidConfiguration:
        return "print the grid and block of the launch: no dimension may be 0, and a block holds at most 1024 threads";
    case cudaErrorInvalidValue:
        if (call.rfind("cudaMemcpyToSymbol", 0) == 0)
            return "its arguments are variable, source, bytes, and then an offset in bytes, before any direction: do offset and "
                   "bytes fit into the variable?";
        if (call.rfind("cudaMemcpy", 0) == 0)
            return "do both arrays hold as many bytes as the call moves (cudaMalloc counts bytes, not elements)? Is a pointer null or "
                   "freed, are source and target swapped, is one a __constant__ variable?";
        return "check the arguments: a null pointer, one that was freed, a size that is negative or too large?";
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

/// Throws CudaError unless `status` is cudaSuccess. `call` is the text of the call.
inline void check(cudaError_t status, const char* call, std::source_location at = std::source_location::current())
{
    if (status == cudaSuccess) return;
    std::string file = at.file_name();
    file.erase(0, file.find_last_of('/') + 1);      // npos + 1 is 0
    throw CudaError(status, call, file + ":" + std::to_string(at.line()) + ": " + cudaGetErrorString(status)
                                + "\n  where: " + call + "\n  try:   " + advice_for(status, call));
}

}  // namespace halo_cuda

/// Has the macro's name, so that the compiler reports a missing `;` before CUDA_CHECK and not before `::`.
inline void CUDA_CHECK(cudaError_t status, const char* call, std::source_location at = std::source_location::current())
{
    halo_cuda::check(status, call, at);
}
#define CUDA_CHECK(call) CUDA_CHECK((call), #call)   // a macro only for the text of the call
