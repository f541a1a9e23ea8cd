#pragma once
// A CUDA call or launch that was refused: what it asked for, and what was there.

#include <cstdint>
#include <string>

#include "findings/finding.hpp"

namespace halo {

/// What a pointer points to.
enum class PointerTo {
    nothing,        ///< a null pointer
    host,           ///< memory of the host, of which nothing else is known
    device,
    both,           ///< managed or pinned memory
    symbol,         ///< a __constant__ or __device__ variable, by its name
    freed,
    elsewhere,      ///< in the device's address space, but in no array
};

struct RefusedPointer {
    PointerTo to = PointerTo::host;
    std::string array = {};                  ///< empty: unknown
    Place allocated = {};
    std::string allocator = {};              ///< host: what allocated it, `malloc`; empty: unknown
    std::uint64_t asked = 0;            ///< bytes that the call would use from the pointer on
    std::uint64_t there = 0;            ///< bytes from the pointer to the end of its array; of host memory: 0
    std::uint64_t before = 0;           ///< bytes from the array's start to the pointer
    bool variable = false;              ///< host: a variable of a function, such as the pointer itself
    std::uint32_t element_bytes = 0;    ///< 0: unknown
    bool is_float = false;
};

/// Which of the members of a Refusal say something.
enum class RefusedCall {
    other,
    copy,           ///< both pointers, direction
    symbol_copy,    ///< likewise, and offset
    fill,           ///< target
    free,           ///< target
    allocation,     ///< target: its name, bytes asked for and there
    launch,         ///< kernel, grid, block, shared_bytes, limit, most
};

/// What a launch went beyond.
enum class LaunchLimit {
    none,
    blocks,         ///< there are none, or too many along an axis
    threads,        ///< there are none, or too many in a block
    depth,          ///< of a block, along z
    static_shared,
    dynamic_shared,
    bounds,         ///< of the kernel's __launch_bounds__
    host_function,  ///< what a pointer takes for a kernel
    cooperative,    ///< blocks that wait for each other do not all fit on the device
};

struct Refusal {
    std::string call = {};                   ///< `cudaMemcpy`; empty: unknown
    RefusedCall kind = RefusedCall::other;
    Place at = {};                           ///< the student's line; line 0: unknown
    std::string code = {};                   ///< `cudaErrorInvalidValue`
    std::string reason = {};                 ///< CUDA's text for it
    std::int64_t direction = 0;         ///< a cudaMemcpyKind, or whatever was passed for it
    std::uint64_t offset = 0;           ///< bytes
    RefusedPointer target = {}, source = {};
    bool launched = false;              ///< a kernel had run before

    std::string kernel = {};
    Index3 grid = {}, block = {};
    std::uint64_t shared_bytes = 0;     ///< what was asked for: static or dynamic, as `limit` says
    LaunchLimit limit = LaunchLimit::none;
    std::uint64_t most = 0;
};

}  // namespace halo
