#include "gate/assembler.hpp"

#include <elf.h>

namespace halo::grader::gate {
namespace {

/// As instructions name registers, by number_of.
constexpr unsigned kEncoded[16] = {0, 3, 1, 2, 6, 7, 5, 4, 8, 9, 10, 11, 12, 13, 14, 15};

unsigned scale_bits(unsigned scale) { return scale == 8 ? 3 : scale == 4 ? 2 : scale == 2 ? 1 : 0; }

}  // namespace

void Assembler::put32(std::int64_t value)
{
    bytes.resize(bytes.size() + 4);
    replace32(bytes.size() - 4, value);
}

void Assembler::replace32(std::size_t place, std::int64_t value)
{
    for (unsigned i = 0; i < 4; ++i) bytes[place + i] = std::uint8_t(std::uint32_t(value) >> 8 * i);
}

void Assembler::load_address(int reg, const Memory& memory, std::int64_t lower) { of_memory(0x8d, reg, memory, lower); }

void Assembler::load(int reg, const Memory& memory, std::int64_t lower) { of_memory(0x8b, reg, memory, lower); }

void Assembler::of_memory(unsigned opcode, int reg, const Memory& memory, std::int64_t lower)
{
    constexpr unsigned kNoBase = 5, kNoIndex = 4;
    const int base_number = number_of(memory.reg), index_number = number_of(memory.index);
    const unsigned to = kEncoded[reg];
    const unsigned base = base_number == kNoRegister ? kNoBase : kEncoded[base_number];
    const unsigned index = index_number == kNoRegister ? kNoIndex : kEncoded[index_number];
    const unsigned mode = base_number == kNoRegister ? 0 : 2;     // with a distance of 32 bits in both cases
    put({0x48u | to >> 3 << 2 | index >> 3 << 1 | (base_number == kNoRegister ? 0 : base >> 3), opcode, mode << 6 | (to & 7) << 3 | 4,
         scale_bits(memory.scale) << 6 | (index & 7) << 3 | (base & 7)});
    put32(memory.distance + (base_number == kRsp ? lower : 0));
}

void Assembler::load_address(int reg, std::uint32_t symbol, std::int64_t addend)
{
    const unsigned to = kEncoded[reg];
    put({0x48u | to >> 3 << 2, 0x8d, (to & 7) << 3 | 5});
    references.push_back({std::uint64_t(here()), R_X86_64_PC32, symbol, {}, addend - 4});
    put32(0);
}

void Assembler::load_address_of_other(int reg, std::uint32_t symbol)
{
    const unsigned to = kEncoded[reg];
    put({0x48u | to >> 3 << 2, 0x8b, (to & 7) << 3 | 5});
    references.push_back({std::uint64_t(here()), R_X86_64_GOTPCREL, symbol, {}, -4});
    put32(0);
}

void Assembler::name_place(std::int64_t offset)
{
    const std::int64_t from = here();
    put({0x0f, 0x1f, 0x80});
    put32(offset - from);
}

void Assembler::call(const std::string& function)
{
    put({0xe8});
    references.push_back({std::uint64_t(here()), R_X86_64_PLT32, 0, function, -4});
    put32(0);
}

void Assembler::go(std::uint32_t function)
{
    put({0xe9});
    references.push_back({std::uint64_t(here()), R_X86_64_PLT32, function, {}, -4});
    put32(0);
}

void Assembler::go(std::initializer_list<unsigned> opcode, std::int64_t target)
{
    put(opcode);
    put32(target - (here() + 4));
}

std::size_t Assembler::go_on(std::initializer_list<unsigned> opcode)
{
    put(opcode);
    put32(0);
    return bytes.size() - 4;
}

void Assembler::end(std::size_t place) { replace32(place, here() - std::int64_t(place) - 4); }

}  // namespace halo::grader::gate
