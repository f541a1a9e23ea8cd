#pragma once
// Refuses stores of host code to memory that is not its own. Code under test runs in the process that counts and judges what it
// does: what it stores to the engine's memory could change its own counts.

#include <cstddef>
#include <cstdint>

#include "engine/memory/layout.hpp"
#include "findings/finding.hpp"

namespace halo::engine {

class Guard {
public:
    /// Whether the calling thread is now running host code that is watched. Kernels are watched by their worker.
    static bool on();
    /// Likewise, and only its own allocations are its own: a test has called it.
    static bool in_call();

    /// Ends the call, or the program, with a finding unless host code may store here. `site`: the return address of what the
    /// compiler inserted; `call`: the library's function that is about to store, or empty; `floor`: the end of the frame of the
    /// function that calls it: below it on the stack are the variables of `call` itself.
    static void check(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site, const char* call = "", std::uintptr_t floor = 0)
    {
        if (on()) check_store(address, bytes, site, call, floor);
    }
    /// The part of this thread's stack that is the program's, who has called a function of the library with this floor.
    static Range own_stack(std::uintptr_t floor);
    /// Whether a kernel may use these bytes of registered memory: since it was registered, it may have become the engine's or a test's. `stack`:
    /// own_stack() of the thread that launched the kernel.
    static bool lets_kernel_use(std::uintptr_t address, std::uint64_t bytes, Access kind, const Range& stack);
    /// The program gives back a block that is not its own.
    [[noreturn]] static void refuse_free(const void* block, std::uintptr_t site, const char* call);
    /// Ends the call, or the program, with a finding about this function of the library.
    [[noreturn]] static void stop(Outside why, std::uintptr_t site, const char* call);
    /// Whether this thread is now in a call of the program by a test, in code of the program or of a library.
    static bool in_own_call();

private:
    static void check_store(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site, const char* call, std::uintptr_t floor);
};

/// Ends the CUDA thread with a finding if a kernel calls what only host code may call.
void only_on_host(const char* call, const void* return_address, const char* file = nullptr, int line = 0);

/// For Guard::check in a function that the program calls.
#define HALO_FLOOR (reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0)) + 2 * sizeof(void*))

}  // namespace halo::engine
