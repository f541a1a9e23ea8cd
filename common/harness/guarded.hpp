#pragma once
// Runs a function that may throw or cause a CUDA error, and describes the error in three lines.

#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <string>

#include "cuda/check.hpp"
#include "findings/verdict.hpp"
#include "harness/facts.hpp"

namespace halo::lab {

/// A failed CUDA call as data; `call` is its text.
inline CallError call_error(cudaError_t status, const std::string& call, const std::string& where)
{
    return {{cudaGetErrorString(status), where, halo_cuda::advice_for(status, call.c_str())}, cudaGetErrorName(status), call.substr(0, call.find('('))};
}

/// No error is left for the next call, neither the last one nor that of a kernel that has not been waited for.
inline void forget_errors()
{
    cudaGetLastError();
    cudaDeviceSynchronize();
    cudaGetLastError();
}

/// Nothing on success. Lets std::bad_alloc through.
inline std::optional<CallError> error_of(const std::function<void()>& function)
{
    try {
        function();
        const cudaError_t started = cudaGetLastError();
        const cudaError_t finished = cudaDeviceSynchronize();
        cudaGetLastError();
        const cudaError_t status = started != cudaSuccess ? started : finished;
        if (status == cudaSuccess) return {};
        const std::string call = started != cudaSuccess ? "cudaGetLastError()" : "cudaDeviceSynchronize()";
        return call_error(status, call, call + " after the function returned");
    } catch (const std::bad_alloc&) {
        throw;      // ends the process: the next call would exhaust memory again, and whoever set the limit reports it
    } catch (const halo_cuda::CudaError& failed) {
        forget_errors();
        const std::string call = failed.call;
        return CallError{message_from_text(failed.what()), cudaGetErrorName(failed.status), call.substr(0, call.find('('))};
    } catch (const std::exception& thrown) {
        forget_errors();
        return CallError{message_from_text(thrown.what()), {}, {}};
    } catch (...) {
        forget_errors();
        return CallError{{"an exception was thrown that is not a std::exception", {}, {}}, {}, {}};
    }
}

}  // namespace halo::lab
