#pragma once
// The code around a kernel's call, which has no hooks: the arguments of a launch are copied from where the launch has put them.

#include <string_view>
#include <vector>

#include "gate/code.hpp"

namespace halo::grader::gate {

bool is_closure(std::string_view name);

/// The first load or store that reads neither the arguments nor a variable that the launch refers to; nullptr if there is none. An
/// element of an array, or what a variable points to, would be loaded for each thread, unseen.
const Instruction* outside_closure(const std::vector<const Instruction*>& function);

}  // namespace halo::grader::gate
