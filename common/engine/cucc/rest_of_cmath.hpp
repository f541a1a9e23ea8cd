#pragma once
// The part of <cmath> that cuda_runtime.h leaves out: the special functions, as std::legendre, and the headers that they bring, from which files
// take std::min, std::swap or std::numeric_limits without a header of their own, as they may with nvcc.

#include <string_view>

namespace halo::cucc {

/// Could this source or header miss that part? It could if it says `std`, but for names that are there in any case, as std::size_t. Comments count, too:
/// then the part is there, and nobody uses it.
bool may_need_rest_of_cmath(std::string_view source);

}  // namespace halo::cucc
