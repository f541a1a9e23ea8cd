#pragma once
// The few instructions that a guard is made of.

#include <cstdint>
#include <initializer_list>
#include <string>
#include <vector>

#include "gate/code.hpp"

namespace halo::grader::gate {

/// A place that the linker fills in: with a symbol of the object, or one that it gets.
struct Reference32 {
    std::uint64_t offset = 0;
    std::uint32_t type = 0;
    std::uint32_t symbol = 0;
    std::string name{};                    ///< of the symbol, if that is of another file
    std::int64_t addend = 0;
};

class Assembler {
public:
    std::vector<std::uint8_t> bytes;
    std::vector<Reference32> references;

    std::int64_t here() const { return std::int64_t(bytes.size()); }
    void put(std::initializer_list<unsigned> more) { bytes.insert(bytes.end(), more.begin(), more.end()); }
    void put32(std::int64_t value);

    /// Sets a register, by its number, to the address of an operand; `lower` is how far the stack pointer is below what it is there.
    void load_address(int reg, const Memory& memory, std::int64_t lower);
    /// To that of a symbol of the object.
    void load_address(int reg, std::uint32_t symbol, std::int64_t addend);
    /// Sets a register to what is at an operand.
    void load(int reg, const Memory& memory, std::int64_t lower = 0);
    /// To that of a symbol of another file.
    void load_address_of_other(int reg, std::uint32_t symbol);
    void call(const std::string& function);
    /// `nopl distance(%rax)`, after a call: the engine finds in it for which instruction of the section the call was made.
    void name_place(std::int64_t offset);
    /// A jump to a function of another file: what calls this has called that.
    void go(std::uint32_t function);
    /// The instruction of opcode `opcode`, with the distance to `target` after it.
    void go(std::initializer_list<unsigned> opcode, std::int64_t target);
    /// Likewise where the target comes later: end(place) is there.
    std::size_t go_on(std::initializer_list<unsigned> opcode);
    void end(std::size_t place);
    void replace32(std::size_t place, std::int64_t value);

private:
    void of_memory(unsigned opcode, int reg, const Memory& memory, std::int64_t lower);
};

}  // namespace halo::grader::gate
