#pragma once
// The machine code of an object, decoded from each section's first byte to its last.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gate/object.hpp"

namespace halo::grader::gate {

/// What an instruction's operand in memory is relative to.
struct Memory {
    enum Base { stack, frame, thread, program, pointer } base = pointer;   ///< %rsp, %rbp, %fs, %rip, or another register
    unsigned reg = 0;       ///< of a pointer; Capstone's number, 0 for none
    bool indexed = false;
    bool stores = false;
};

struct Instruction {
    std::uint32_t offset = 0;
    std::uint8_t size = 0;
    unsigned id = 0;                             ///< Capstone's
    bool forbidden = false;                      ///< the compiler makes none of C++
    bool calls = false, branches = false;
    std::optional<std::int64_t> target{};        ///< of a branch within the section
    std::optional<Memory> memory{};              ///< for an access, not for an address
    unsigned sets = 0;                           ///< register that it sets to an address or to another register's value
    unsigned copies = 0;                         ///< that register; 0: it sets an address, relative to `address`
    Memory::Base address = Memory::pointer;
    const Relocation* relocation = nullptr;      ///< the first in its bytes
};

struct Code {
    std::size_t section = 0;
    std::vector<Instruction> instructions;       ///< by offset
    std::optional<std::uint64_t> not_decoded{};  ///< offset of the first byte that is no instruction

    /// Whether an instruction begins there, or the section ends. True where nothing was decoded.
    bool begins(std::int64_t offset) const;
};

/// The code of each section that has any.
std::vector<Code> decoded(const Object& object);

/// "syscall"
std::string mnemonic(unsigned id);

}  // namespace halo::grader::gate
