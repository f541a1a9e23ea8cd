#pragma once
// What findings of the engine mean where each thread has one element.

#include <optional>

#include "findings/evidence.hpp"
#include "findings/finding.hpp"
#include "kinds/elementwise/kind.hpp"

namespace halo::lab {

/// Advice where thread i makes element i.
std::optional<Diagnosis> about_own_element(const Finding& finding, const ArraySize& size);

/// The same where the input is on the host, and the function copies it to the device.
std::optional<Diagnosis> about_device_copy(const Finding& finding, const ArraySize& size);

/// The same where the elements of a block are also in a shared array.
std::optional<Diagnosis> about_part(const Finding& finding, const ArraySize& size);

}  // namespace halo::lab
