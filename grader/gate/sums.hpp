#pragma once
// The registers of a function as sums of what they held at the last place where ways meet: whether two addresses are the same, however they were
// worked out.

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "gate/code.hpp"

namespace halo::grader::gate {

/// a·x + b·y + … + constant.
struct Sum {
    std::vector<std::pair<std::uint32_t, std::int64_t>> terms{};   ///< what is not known, by its number, and how often
    std::int64_t constant = 0;
};

class Sums {
public:
    /// Forgets all: the next instruction is reached on several ways.
    void forget();
    void step(const Instruction& i);

    Sum address(const Instruction& i, const Memory& memory);
    Sum of(int reg);

private:
    Sum unknown() { return {{{next_++, 1}}, 0}; }
    Sum symbol(const Relocation& relocation, std::int64_t more);
    std::optional<std::int64_t> slot(const Memory& memory);
    std::optional<Sum> made(const Instruction& i);
    void store(std::int64_t slot, const Instruction& i);

    std::array<std::optional<Sum>, 16> registers_{};
    std::map<std::int64_t, Sum> slots_{};                          ///< of the stack
    std::map<std::uint32_t, std::uint32_t> symbols_{};
    std::uint32_t next_ = 1;
};

}  // namespace halo::grader::gate
