#pragma once
// What the engine knows of a kernel by its address.

#include <cstddef>
#include <string>

namespace halo::engine {

/// Most bytes of dynamic shared memory that a launch of this kernel may ask for, beside its static arrays: up to
/// 48 KiB together, or what cudaFuncSetAttribute allowed.
std::size_t dynamic_shared_limit(const void* kernel);
/// Likewise, by the name in a launch: overloads and instances of a template are not told apart, the most generous counts.
std::size_t dynamic_shared_limit(const std::string& kernel);

}  // namespace halo::engine
