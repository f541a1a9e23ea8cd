#pragma once
// Memory that both host and device use: managed and pinned (both in the arena), and registered (the program's own).

#include <cstddef>
#include <cstdint>

#include "engine/memory/arena.hpp"

namespace halo::engine {

/// Whether host code may access [address, address + bytes) in the arena: only managed and pinned memory. Marks what it
/// writes as initialised.
bool host_may_touch(std::uintptr_t address, std::uint64_t bytes, Access kind);

/// Uninstrumented host code (a system call, a library) may have written to managed or pinned memory. Marks those words as
/// initialised that no longer hold the arena's fill value.
void notice_host_writes(std::uintptr_t address, std::uint64_t bytes);
/// Likewise in all managed and pinned memory, before a launch: what a kernel then finds uninitialised, was never stored.
void notice_host_writes();

/// The program's memory that was registered with cudaHostRegister; nullptr if [address, address + bytes) is not.
const Allocation* registered_memory(std::uintptr_t address, std::uint64_t bytes);

/// Records a copy: bytes that were never initialised in the source are uninitialised in the target.
void copy_initialisation(void* target, const void* source, std::uint64_t bytes);

/// Whether every byte of [address, address + bytes), which must be in the arena, is initialised.
bool all_initialised(std::uintptr_t address, std::uint64_t bytes);

}  // namespace halo::engine
