#pragma once
// Refuses stores of host code to memory that is not its own. Code under test runs in the process that counts and judges what it
// does: what it stores to the engine's memory could change its own counts.

#include <cstddef>
#include <cstdint>

namespace halo::engine {

class Guard {
public:
    /// Whether the calling thread is now running host code that is watched. Kernels are watched by their worker.
    static bool on();
    /// Likewise, and only its own allocations are its own: a test has called it.
    static bool in_call();

    /// Ends the call, or the program, with a finding unless host code may store here. `site`: the return address of what the
    /// compiler inserted; `call`: the library's function that is about to store, or empty.
    static void check(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site, const char* call = "")
    {
        if (on()) check_store(address, bytes, site, call);
    }
    /// The program gives back a block that is not its own.
    [[noreturn]] static void refuse_free(const void* block, std::uintptr_t site);

    /// Whether allocations are known: not where a sanitizer replaces malloc. Defined where malloc is.
    static bool knows_heap();

private:
    static void check_store(std::uintptr_t address, std::uint64_t bytes, std::uintptr_t site, const char* call);
};

}  // namespace halo::engine
