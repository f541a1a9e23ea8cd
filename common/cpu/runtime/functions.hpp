#pragma once
// What the engine knows of a kernel by its address.

#include <cstddef>

namespace halo::cpu {

/// Most bytes of dynamic shared memory that a launch of this kernel may ask for, beside its static arrays: up to
/// 48 KiB together, or what cudaFuncSetAttribute allowed.
std::size_t dynamic_shared_limit(const void* kernel);

}  // namespace halo::cpu
