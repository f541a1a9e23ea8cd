#pragma once
// Faults in the words of the source: its lines, and its names as they are written there.

#include <string>
#include <vector>

#include "gate/checks.hpp"

namespace halo::grader::gate {

/// What is wrong with the object in `file`. Lines come from its debug information, which may be damaged, too: then there are none,
/// and nothing counts as code of the engine's `headers`.
std::vector<Refusal> in_the_source(const std::string& file, const Object& object, const Faults& faults, const std::string& headers);

}  // namespace halo::grader::gate
