#pragma once
// How much shared memory a launch of a kernel may ask for.

#include <cstddef>
#include <string>

namespace halo::engine {

/// The most dynamic shared memory, in bytes, that a launch of this kernel may ask for: 48 KiB minus its static arrays, or
/// what cudaFuncSetAttribute allowed.
std::size_t dynamic_shared_limit(const void* kernel);
/// Likewise, by the name in a launch: of overloads and instances of a template, the largest limit counts.
std::size_t dynamic_shared_limit(const std::string& kernel);
/// For cudaFuncSetAttribute: from now on `kernel` may ask for `bytes`.
void allow_dynamic_shared(const void* kernel, std::size_t bytes);

/// Total size of the static arrays that the kernel declares.
std::size_t static_shared_bytes(const void* kernel);

}  // namespace halo::engine
