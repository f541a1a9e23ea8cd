#pragma once
// What is asked before a function of the C or C++ library is called, which is not instrumented: may the program store there, use this stream?
// The linker redirects the program's calls to wrappers (--wrap); they are in library*.cpp.

#include <cstddef>
#include <cstdint>
#include <cstdio>

#include "engine/schedule/guard.hpp"

namespace halo::engine {

/// Where a function of the library is called, and the end of its caller's frame: below are its own variables.
struct Called {
    const char* name;
    const void* return_address;
    std::uintptr_t floor;
    std::uintptr_t site() const { return reinterpret_cast<std::uintptr_t>(return_address); }
};

/// Whether the program's code is running, on the host or in a kernel.
bool watched();
/// Likewise, but not before a test's call: then constructors of the program's files link lists and trees of tests.
bool links_watched();

/// Ends the call if the program may not store there; in a kernel, it is a store. Nothing for a null pointer.
void check(const void* target, std::size_t bytes, const Called& call);
/// A load, in a kernel one of that thread. On the host, memory of the device and leaving an array are named.
void check_read(const void* source, std::size_t bytes, const Called& call);
/// Likewise on the host, and nothing in a kernel, where the engine itself calls such a function and the object gate lets no program do so.
void check_host_read(const void* source, std::size_t bytes, const Called& call);
/// Whether the host may touch what is there; if not, the finding has been added. hooks.cpp.
bool host_may_pass(std::uintptr_t address, std::uint64_t bytes, Access kind, std::uintptr_t site);
/// Ends it: nobody can tell what this call would store.
[[noreturn]] void refuse(const Called& call);
/// During a test's call the program uses no stream but the standard ones, each for its own descriptor: any other is one that it has made up.
void check_stream(std::FILE* file, const Called& call);

}  // namespace halo::engine

#define HALO_CALLED(name) \
    ::halo::engine::Called { name, __builtin_return_address(0), HALO_FLOOR }
/// A wrapper that makes `checks` first. `name(…)` is declared with `parameters`, called with `arguments`.
#define HALO_CHECKED(result, name, parameters, arguments, checks) \
    result __real_##name parameters;                              \
    result __wrap_##name parameters                               \
    {                                                             \
        checks;                                                   \
        return __real_##name arguments;                           \
    }
/// One that stores to a range, or to two.
#define HALO_STORES(result, name, parameters, arguments, target, bytes) HALO_CHECKED(result, name, parameters, arguments, check(target, bytes, HALO_CALLED(#name)))
#define HALO_STORES_TWO(result, name, parameters, arguments, target, bytes, other, other_bytes) \
    HALO_CHECKED(result, name, parameters, arguments, check(target, bytes, HALO_CALLED(#name)); check(other, other_bytes, HALO_CALLED(#name)))
/// One that reads a range, or two, on the host.
#define HALO_READS(result, name, parameters, arguments, source, bytes) HALO_CHECKED(result, name, parameters, arguments, check_host_read(source, bytes, HALO_CALLED(#name)))
#define HALO_READS_TWO(result, name, parameters, arguments, source, other, bytes) \
    HALO_CHECKED(result, name, parameters, arguments, check_host_read(source, bytes, HALO_CALLED(#name)); check_host_read(other, bytes, HALO_CALLED(#name)))
/// One that copies a range.
#define HALO_COPIES(result, name, parameters, arguments, source, target, bytes) \
    HALO_CHECKED(result, name, parameters, arguments, check_read(source, bytes, HALO_CALLED(#name)); check(target, bytes, HALO_CALLED(#name)))
/// One that uses a stream, and one that also stores to a range.
#define HALO_STREAM(result, name, parameters, arguments, file) HALO_CHECKED(result, name, parameters, arguments, check_stream(file, HALO_CALLED(#name)))
#define HALO_STREAM_STORES(result, name, parameters, arguments, file, target, bytes) \
    HALO_CHECKED(result, name, parameters, arguments, check_stream(file, HALO_CALLED(#name)); check(target, bytes, HALO_CALLED(#name)))
/// One of a function of C++, which must not be named: `mangled` is its name for the linker, `name` that for messages.
#define HALO_STORES_CXX(result, mangled, name, parameters, arguments, target, bytes) HALO_CHECKED(result, mangled, parameters, arguments, check(target, bytes, HALO_CALLED(name)))
