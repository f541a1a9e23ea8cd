#pragma once
// What a watcher saw, as data. No sentence is made here: describe.hpp turns a finding into text.

#include <cstdint>
#include <string>
#include <vector>

namespace halo {

/// One cause each; findings.def is the list, finding_kind.hpp what a kind leads to.
enum class FindingKind {
#define FINDING(kind, severity, verdict, mistake) kind,
#include "findings/findings.def"
#undef FINDING
};

enum class Access { read, write, atomic };
enum class Space { global, shared, constant, host, local };
inline constexpr Space kLastSpace = Space::local;

/// Why an address is out of bounds.
enum class Outside {
    none,
    past_end,         ///< after the array, up to the end of the gap that follows it
    before_start,     ///< before the array
    freed,            ///< the allocation was freed
    host_pointer,     ///< device code used a host address
    device_pointer,   ///< host code used a device address
    null_pointer,
    wild,             ///< belongs to no array
    engine_memory,    ///< host code stored to memory of the engine
    test_memory,      ///< host code stored to memory of the test that called it
    foreign_memory,   ///< host code stored to other memory that it was not given
    const_argument,   ///< host code stored to an array that it was given as const
    foreign_block,    ///< host code gave back a block that it had not allocated
    device_block,     ///< host code gave back an array of the device as if it were on the heap
    foreign_stream,   ///< host code used a stream that is not one of the three standard ones
    other_thread,     ///< a local variable of another thread
    called_by_kernel, ///< no address: a kernel called a function of the CUDA runtime, or of the library, that only host code may call
    left_program,     ///< no address: host code ended the program
    stack,            ///< beyond the end of the thread's own stack
    misaligned,       ///< not a multiple of the access's size
    assertion,        ///< no address: an assert() failed
    division,         ///< no address: an integer was divided by 0
    trap,             ///< no address: __trap() was called
};
inline constexpr Outside kLastOutside = Outside::trap;

struct Index3 {
    unsigned x = 0, y = 0, z = 0;
    friend bool operator==(const Index3&, const Index3&) = default;
};

/// Host code was stopped: the store was not made, and the call ended there.
constexpr bool ends_call(Outside outside)
{
    switch (outside) {
    case Outside::engine_memory:
    case Outside::test_memory:
    case Outside::foreign_memory:
    case Outside::const_argument:
    case Outside::foreign_block:
    case Outside::device_block:
    case Outside::foreign_stream:
    case Outside::left_program: return true;
    default: return false;
    }
}

/// A place in the student's source. line 0: unknown.
struct Place {
    std::string file;
    int line = 0;
    friend bool operator==(const Place&, const Place&) = default;
};

/// An access by a thread.
struct AccessOf {
    Index3 block, thread;
    std::vector<std::int64_t> index;  ///< empty when unknown
};

/// All occurrences of one cause in one kernel: the first one in (block, thread) order, and how many there were.
struct Finding {
    FindingKind kind{};
    std::string kernel;               ///< as written in the launch: `conv2d_tiled`
    Place launched;                   ///< where host code launched it; line 0: the finding is in host code
    Place at;                         ///< the access, the barrier, or where an endless kernel was stopped
    Access access = Access::read;
    Place other;                      ///< race: the other access · barrier: the other barrier, or the `return` · uninitialised: a copy that filled only a part
    Access other_access = Access::read;

    Space space = Space::global;
    Outside outside = Outside::none;
    std::string array;                ///< `s_tile`, `d_out`; empty when unknown
    std::vector<std::int64_t> index;  ///< per dimension, may be negative; elements
    std::vector<std::int64_t> shape;  ///< extents of the array; elements
    Place allocated;                  ///< global arrays: where cudaMalloc was called · a pointer to nowhere: where an earlier call had no room
    std::string overwritten;          ///< uninitialised: the one array that host code filled, and kernels stored to and never loaded; may be empty
    std::string filled_from;          ///< … and the host array that was copied to it, if it is known
    std::string device_copy;          ///< host memory in a kernel: the device array that has a copy of it; empty: none is known
    bool copy_is_variable = false;    ///< … which is a variable of the program: a kernel uses it by its name · in host code: the name of one is used

    Index3 block, thread;             ///< the first thread that did it
    AccessOf last;                    ///< out of bounds in global memory: the last one that did, in the same launch
    Index3 other_block, other_thread; ///< race: the other thread · barrier: the thread that did not arrive
    Index3 block_shape;               ///< blockDim of the launch
    std::string call = "__syncthreads"; ///< barrier: the call they reached, such as `__shfl_sync` · assertion: its condition · copy: `cudaMemcpy` · no room: `cudaMalloc`
    unsigned arrived = 0;             ///< barrier: threads that reached `at`
    unsigned times = 0;               ///< barrier: how often all threads had passed it before
    unsigned expected = 0;            ///< barrier: threads that should have; 0: the whole block
    bool across_warps = true;         ///< race: some of these pairs span two warps
    int barrier_between = 0;          ///< race: line of a barrier between the two that does not separate them, because of a loop
    std::uint32_t mask = 0;           ///< barrier: the mask of a warp-level call
    bool unnamed = false;             ///< barrier: the mask does not name the other thread, which may be the calling one
    bool other_left = false;          ///< barrier: the other thread had left the kernel (`other` is its `return`, if known)

    bool has_atomics = false;         ///< race: its block has made atomic accesses
    bool after_race = false;          ///< its block had raced before: it may be a consequence
    bool progressing = false;         ///< endless: until it was stopped, blocks came to their end
    std::uint64_t finished = 0;       ///< endless: blocks that had · a whole launch: blocks that it is about
    std::uint64_t blocks = 0;         ///< endless, and a whole launch: blocks of the launch; 0: not counted
    bool limit_is_setting = false;    ///< endless: --time-limit and HALO_LAUNCH_LIMIT set the seconds

    std::uint64_t count = 1;          ///< occurrences
    std::uint64_t bytes = 0;          ///< leak: bytes; endless: seconds
    std::uint64_t asked = 0;          ///< copy: bytes that it was told to move; 0: no copy · uninitialised: bytes that copies brought · no room: bytes that it was asked for
    std::uint64_t there = 0;          ///< copy: bytes that the host array has from there on · uninitialised: bytes of the array · foreign memory: of the own block before it · no room: bytes that were free
};

}  // namespace halo
