#pragma once
// Where the code of a section is entered by a jump: a guard must not take such an instruction's place together with the one before it.

#include <cstdint>
#include <set>

#include "gate/code.hpp"
#include "gate/object.hpp"

namespace halo::grader::gate {

/// Offsets in the section, as far as its instructions and the object's tables tell.
std::set<std::uint64_t> entries_of(const Object& object, const Code& code);

}  // namespace halo::grader::gate
