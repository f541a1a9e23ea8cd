#pragma once
// What the registers of a function hold, as far as its instructions tell: addresses of its own stack, addresses of constants, and numbers.

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "gate/code.hpp"
#include "gate/object.hpp"

namespace halo::grader::gate {

struct Value {
    enum Kind : std::uint8_t { unknown, number, stack, constant } kind = unknown;
    bool exact = false;           ///< the offset is known
    std::uint32_t part = 0;       ///< of the stack: 1 below where it was aligned, else 0. Of a constant: its section
    std::int64_t offset = 0;      ///< from where the stack pointer was when the function was entered, or was aligned; in the section; or the number
    bool operator==(const Value&) const = default;
};

using Registers = std::array<Value, 16>;          ///< number_of

/// Of a function.
struct Known {
    std::vector<Registers> before;                 ///< each instruction, on every way there
    std::array<std::int64_t, 2> saved{};           ///< where registers of the caller are kept begins, in each part of the stack
    std::int64_t aligned = 0;                      ///< where the stack pointer was before it was aligned
    std::optional<Registers> elsewhere{};          ///< after calls and jumps whose targets are not known
};

class Addresses {
public:
    /// `whole`: for a part that g++ has moved out of a function, that function.
    Addresses(const Object& object, const std::vector<const Instruction*>& function, const Addresses* whole = nullptr);

    /// What an operand of instruction `k` is an address of.
    Value of(std::size_t k, const Memory& memory) const;

    /// Whether that is in bounds on every way there: of the function's variables on the stack or its arguments, or for loads, of constants.
    bool certain(std::size_t k, const Memory& memory) const;

    /// Bytes from 128 below the stack pointer to where the function's variables end, or for loads its arguments. nullopt: not known.
    std::optional<std::int64_t> room(std::size_t k, bool stores) const;

private:
    std::optional<std::int64_t> bytes_of(std::size_t k, const Memory& memory) const;
    std::int64_t top(std::uint32_t part, bool stores) const;

    const Object& object_;
    const std::vector<const Instruction*>& function_;
    Known known_;
};

bool is_constant(const Object& object, const Symbol& symbol);

}  // namespace halo::grader::gate
