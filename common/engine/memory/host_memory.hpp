#pragma once
// Memory that host and device both use: managed, pinned (both in the arena), and registered (the program's own).

#include <cstddef>
#include <cstdint>

#include "engine/memory/arena.hpp"

namespace halo::engine {

/// Host code touches [address, address + bytes) in the arena: true if it lies in managed or pinned memory. What it
/// writes counts as written.
bool host_may_touch(std::uintptr_t address, std::uint64_t bytes, Access kind);

/// Host code that nobody sees at work (a system call, a library) may have written to managed or pinned memory. Its
/// words that no longer hold what the arena fills fresh memory with count as written from now on.
void notice_host_writes(std::uintptr_t address, std::uint64_t bytes);

/// Program memory that cudaHostRegister gave to the device; nullptr if [address, address + bytes) is none.
const Allocation* registered_memory(std::uintptr_t address, std::uint64_t bytes);

/// What a copy within the arena hands on: bytes that were never initialised stay so.
void copy_knowledge(void* target, const void* source, std::uint64_t bytes);

/// Does every byte have a value? [address, address + bytes) lies in the arena.
bool all_have_values(std::uintptr_t address, std::uint64_t bytes);

}  // namespace halo::engine
