#pragma once
// The shared memory that a launch of a kernel may ask for.

#include <cstddef>
#include <string>

namespace halo::engine {

/// Most bytes of dynamic shared memory that a launch of this kernel may ask for, beside its static arrays: up to
/// 48 KiB together, or what cudaFuncSetAttribute allowed.
std::size_t dynamic_shared_limit(const void* kernel);
/// Likewise, by the name in a launch: overloads and instances of a template are not told apart, the most generous counts.
std::size_t dynamic_shared_limit(const std::string& kernel);
/// cudaFuncSetAttribute: `kernel` may ask for so much from now on.
void allow_dynamic_shared(const void* kernel, std::size_t bytes);

/// Of the arrays that the kernel declares.
std::size_t static_shared_bytes(const void* kernel);

}  // namespace halo::engine
