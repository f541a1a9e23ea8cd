#pragma once
// An object with other code in some of its sections.

#include <cstdint>
#include <span>
#include <vector>

#include "gate/assembler.hpp"

namespace halo::grader::gate {

struct NewCode {
    std::size_t section = 0;
    Assembler content;                     ///< from the section's first byte, and all its references
};

std::vector<std::uint8_t> with_new_code(std::span<const std::uint8_t> bytes, const std::vector<NewCode>& all);

}  // namespace halo::grader::gate
