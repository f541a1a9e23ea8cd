#pragma once
// The object gate: what is wrong with an object that a submission was compiled to.

#include <string>
#include <vector>

#include "gate/refusal.hpp"

namespace halo::grader::gate {

/// Empty if the object may be linked. Takes any bytes. `headers`: the folder of the engine's headers, as the compiler was given it.
/// Throws std::runtime_error if the file can't be read.
std::vector<Refusal> refusals(const std::string& file, const std::string& headers);

}  // namespace halo::grader::gate
