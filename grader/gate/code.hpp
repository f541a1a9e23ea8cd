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
    enum Base { stack, thread, program, pointer } base = pointer;   ///< %rsp, %fs, %rip, or another register
    unsigned reg = 0;       ///< of a pointer; Capstone's number, 0 for none
    unsigned index = 0;     ///< a second register
    bool indexed = false;
    std::uint8_t scale = 1, bytes = 1;   ///< of the index; of the access
    std::int64_t distance = 0;
    bool stores = false;
};

struct Instruction {
    std::uint32_t offset = 0;
    std::uint8_t size = 0;
    unsigned id = 0;                             ///< Capstone's
    bool forbidden = false;                      ///< the compiler makes none of C++
    bool calls = false, branches = false;
    bool nothing = false;                        ///< a nop, as between functions and before loops
    bool ends = false;                           ///< the next instruction isn't run after it
    std::optional<std::int64_t> target{};        ///< of a branch within the section
    std::optional<Memory> memory{};              ///< for an access, not for an address
    std::optional<Memory> source{};              ///< of an instruction that copies from memory to memory
    std::uint16_t writes = 0;                    ///< general registers, a bit each: number_of
    unsigned loads = 0;                          ///< register that it sets to what is at `memory`, by a plain mov
    unsigned keeps = 0;                          ///< register that it stores there, by a plain mov
    unsigned adds_to = 0, added = 0;             ///< register that it adds to or subtracts from; and which, 0 for a constant
    unsigned sets = 0;                           ///< register that it sets to an address or to another register's value
    unsigned copies = 0;                         ///< that register; 0: it sets an address, relative to `address`
    Memory::Base address = Memory::pointer;
    unsigned from = 0;                           ///< register to which it adds for that address
    unsigned index = 0;                          ///< and another
    bool adds_constant = false;                  ///< nothing but a constant
    std::int64_t distance = 0;                   ///< that constant
    std::optional<Memory> lea{};                 ///< the operand of one
    unsigned first = 0;                          ///< its first operand, if that is a register
    std::optional<std::int64_t> number{};        ///< the second operand, a constant
    unsigned probe = 0;                          ///< register with which it compares the stack pointer
    bool clears = false, repeats = false;        ///< sets its first operand to 0, by xor; a string instruction with `rep`
    bool reads_flags = false, sets_flags = false;
    std::optional<std::uint32_t> second{};       ///< constant that it moves to %esi, a call's second argument
    bool moves_stack = false;                    ///< by a number that is known only at run time
    const Relocation* relocation = nullptr;      ///< the first in its bytes

    std::uint32_t relocation_symbol() const { return relocation != nullptr ? relocation->symbol : 0; }
};

struct Code {
    std::size_t section = 0;
    std::vector<Instruction> instructions;       ///< by offset
    std::optional<std::uint64_t> not_decoded{};  ///< offset of the first byte that is not an instruction

    /// Whether an instruction begins there, or the section ends. True where nothing was decoded.
    bool begins(std::int64_t offset) const;
};

/// Bytes below the stack pointer that are the function's own as well.
constexpr std::int64_t kRedZone = 128;

/// The code of each section that has any.
std::vector<Code> decoded(const Object& object);

constexpr int kNoRegister = -1;

/// 0 to 15 for a general register, whatever part of it is named.
int number_of(unsigned reg);

/// All 64 bits of one.
bool is_whole(unsigned reg);

/// Of general registers.
constexpr int kRax = 0, kRbp = 6, kRsp = 7, kRdi = 5, kRsi = 4, kRcx = 2;
constexpr std::uint16_t kKeptByCalls = 1 << 1 | 1 << 6 | 1 << 7 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15;   // rbx, rbp, rsp, r12 to r15

/// "syscall"
std::string mnemonic(unsigned id);

}  // namespace halo::grader::gate
