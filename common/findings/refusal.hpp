#pragma once
// What a refused CUDA call shows: which mistake, and about which pointer.

#include <cstdint>
#include <string>
#include <string_view>

#include "findings/mistake.hpp"
#include "findings/refused.hpp"

namespace halo {

/// What is wrong with the call, as far as its arguments show it.
Mistake mistake_of(const Refusal& refusal);

/// Of a copy, a fill or a call that frees: the pointer to which mistake_of() objects.
const RefusedPointer& at_fault(const Refusal& refusal);

/// Name of a direction: `cudaMemcpyHostToDevice`; empty if there is none with this number.
std::string direction_name(std::int64_t direction);

/// The direction that fits the two pointers of a copy; -1: none does.
std::int64_t fitting_direction(const Refusal& refusal);

/// The device refused the call. The other errors of CUDA are those of a kernel that died.
bool is_refusal(std::string_view code);

}  // namespace halo
