#pragma once
// Shared by the functions of the API: errors, variables by name, and copies of boxes.

#include "engine/headers/halo/memory_types.hpp"
#include "engine/headers/halo/stream_api.hpp"
#include "engine/memory/arena.hpp"
#include "engine/memory/boxes.hpp"
#include "engine/schedule/guard.hpp"
#include "engine/session/turn.hpp"
#include "findings/refused.hpp"

namespace halo::engine {

/// Refuses the call: keeps the error for cudaGetLastError() and returns it.
cudaError_t fail(cudaError_t status);
/// Likewise; `what` describes the call.
cudaError_t refuse(cudaError_t status, Refusal what);
/// Does not return if it is a kernel that has called the function `call`. This one and the next two are for what the program calls, and not for a
/// function after it: the line that they name is where that was called.
[[gnu::always_inline]] inline void on_host(const char* call = __builtin_FUNCTION()) { only_on_host(call, __builtin_return_address(0)); }
/// Likewise; and `call` is about to store a result for host code there. Does not return if that memory is not the program's.
template <class T>
[[gnu::always_inline]] inline void gives(T* result, const char* call = __builtin_FUNCTION())
{
    on_host(call);
    if (result != nullptr) Guard::check(address_of(result), sizeof *result, 0, call, HALO_FLOOR);
}
/// A pointer of a refused call, of which the call would use `bytes` bytes.
RefusedPointer refused_pointer(const void* pointer, std::size_t bytes, bool symbol_by_name = true);
/// Is it in a function of the calling thread that has not returned: is it a variable?
bool is_on_stack(std::uintptr_t address);
/// The end of a call that waits for the device: returns the error of an earlier kernel.
cudaError_t finish();
/// cudaErrorInvalidResourceHandle for a stream that was destroyed or never created.
cudaError_t status_of(cudaStream_t stream);
/// Likewise, for what the program calls.
[[gnu::always_inline]] inline cudaError_t check_stream(cudaStream_t stream, const char* call = __builtin_FUNCTION())
{
    on_host(call);
    return status_of(stream);
}

/// The copy that the program has called, for messages. Its lifetime is the call's, which has its turn.
class CalledCopy {
public:
    [[gnu::always_inline]] CalledCopy(const char* name, const void* return_address) : on_host_(name, return_address)
    {
        name_ = name;
        site_ = reinterpret_cast<std::uintptr_t>(return_address);
        floor_ = HALO_FLOOR;
    }
    ~CalledCopy() { name_ = nullptr; }
    CalledCopy(const CalledCopy&) = delete;
    CalledCopy& operator=(const CalledCopy&) = delete;

    static const char* name() { return name_; }
    static std::uintptr_t site() { return site_; }
    /// Ends the call if host memory that is about to be stored to is not the program's.
    static void check(std::uintptr_t target, std::size_t bytes)
    {
        Guard::check(target, bytes, site_, name_ != nullptr ? name_ : "cudaMemcpy", name_ != nullptr ? floor_ : 0);
    }

private:
    struct OnHost {
        [[gnu::always_inline]] OnHost(const char* name, const void* return_address) { only_on_host(name, return_address); }
    };
    const OnHost on_host_;      // first: a kernel's call has no turn
    const Turn turn_;
    static inline thread_local constinit const char* name_ = nullptr;
    static inline thread_local constinit std::uintptr_t site_ = 0, floor_ = 0;
};

/// A __constant__ or __device__ variable of the program.
bool is_symbol(const void* pointer);
/// Bytes of the variable from `symbol` on; 0 between variables. In a stripped program, which has no sizes, of the rest of the section.
std::size_t bytes_of_symbol(const void* symbol);
/// Whether cudaGetSymbolAddress has returned it.
bool symbol_address_is_known(const void* pointer);

/// Rows must not be wider than either pitch.
cudaError_t check_pitch(const Box& box, std::size_t one, std::size_t other);

/// Copies a box if both ends and the direction are valid.
cudaError_t copy_box(const Pitched& target, const Pitched& source, const Box& box, cudaMemcpyKind kind, bool symbols_by_name = false);
/// Fills a box of memory that the device may write.
cudaError_t fill_box(const Pitched& target, int value, const Box& box);

}  // namespace halo::engine
