#pragma once
// Where in a function a register holds an address of its stack or of a constant: what is there needs no hook.

#include <cstdint>
#include <vector>

#include "gate/code.hpp"
#include "gate/object.hpp"

namespace halo::grader::gate {

bool is_constant(const Object& object, const Symbol& symbol);

/// Before each instruction, the registers that hold such an address on every way there: a bit each, number_of.
std::vector<std::uint16_t> own_addresses(const Object& object, const std::vector<const Instruction*>& function);

}  // namespace halo::grader::gate
