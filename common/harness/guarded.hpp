#pragma once
// Runs a function that may throw or leave a CUDA error behind, and says which in three lines.

#include <exception>
#include <functional>
#include <new>
#include <string>

#include "cuda/check.hpp"

namespace halo::lab {

/// Empty when all went well. Lets std::bad_alloc through.
inline std::string error_of(const std::function<void()>& function)
{
    try {
        function();
        const cudaError_t started = cudaGetLastError();
        const cudaError_t finished = cudaDeviceSynchronize();
        cudaGetLastError();
        const cudaError_t status = started != cudaSuccess ? started : finished;
        if (status == cudaSuccess) return {};
        const std::string call = started != cudaSuccess ? "cudaGetLastError()" : "cudaDeviceSynchronize()";
        return std::string(cudaGetErrorString(status)) + "\n  where: " + call + " after the function returned\n  try:   "
               + halo_cuda::advice_for(status, call);
    } catch (const std::bad_alloc&) {
        throw;      // ends the process: the next call would fill the memory again, and who set the limit names it
    } catch (const std::exception& thrown) {
        cudaGetLastError();
        return thrown.what();
    } catch (...) {
        cudaGetLastError();
        return "it threw something that is no std::exception";
    }
}

}  // namespace halo::lab
