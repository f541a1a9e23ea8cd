#pragma once
// Runs a function that may throw or cause a CUDA error, and describes the error in three lines.

#include <exception>
#include <functional>
#include <new>
#include <optional>
#include <string>

#include "cuda/check.hpp"
#include "findings/verdict.hpp"
#include "harness/wire/facts.hpp"

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

/// What a function threw, as data.
struct Thrown {
    bool anything = false, no_memory = false;
    CallError error;
};

/// In a handler: takes what was thrown apart. `copy` runs what copies its text: what() is code of the function under test, but where
/// its result goes is not that code's.
template <class Copy>
void note_thrown(Thrown& thrown, Copy copy)
{
    thrown.anything = true;
    try {
        throw;
    } catch (const std::bad_alloc&) {
        thrown.no_memory = true;
    } catch (const halo_cuda::CudaError& failed) {
        const char* const text = failed.what();
        copy([&] {
            const std::string call = failed.call;
            thrown.error = {message_from_text(text), cudaGetErrorName(failed.status), call.substr(0, call.find('('))};
        });
    } catch (const std::exception& other) {
        const char* const text = other.what();
        copy([&] { thrown.error = {message_from_text(text), {}, {}}; });
    } catch (...) {
        copy([&] { thrown.error = {{"an exception was thrown that is not a std::exception", {}, {}}, {}, {}}; });
    }
}

/// After the function: what it threw, or an error that it left; nothing on success. Lets std::bad_alloc through.
inline std::optional<CallError> error_after(const Thrown& thrown)
{
    if (thrown.no_memory) throw std::bad_alloc();      // ends the process: the next call would exhaust memory again, and whoever set the limit reports it
    if (thrown.anything) {
        forget_errors();
        return thrown.error;
    }
    const cudaError_t started = cudaGetLastError();
    const cudaError_t finished = cudaDeviceSynchronize();
    cudaGetLastError();
    const cudaError_t status = started != cudaSuccess ? started : finished;
    if (status == cudaSuccess) return {};
    const std::string call = started != cudaSuccess ? "cudaGetLastError()" : "cudaDeviceSynchronize()";
    return call_error(status, call, call + " after the function returned");
}

}  // namespace halo::lab
