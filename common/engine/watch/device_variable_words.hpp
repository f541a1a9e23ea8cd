#pragma once
// Shadow words of the program's __device__ variables; those of allocations are in the arena.

#include <cstdint>

namespace halo::engine {

class DeviceVariableWords {
public:
    static void launch_begins();
    static std::uint64_t* at(std::uintptr_t address);
};

}  // namespace halo::engine
