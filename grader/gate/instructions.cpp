// Instructions: only those that the compiler makes of C++, and each of them entered at its beginning.

#include <elf.h>

#include <optional>

#include "gate/checks.hpp"

namespace halo::grader::gate {
namespace {

/// The code of each section.
class CodeMap {
public:
    CodeMap(const Object& object, const std::vector<Code>& code) : of_(object.sections.size(), nullptr)
    {
        for (const Code& one : code) of_[one.section] = &one;
    }
    const Code* of(std::size_t section) const { return section < of_.size() ? of_[section] : nullptr; }

private:
    std::vector<const Code*> of_;
};

bool is_inside_an_instruction(const Object& object, const CodeMap& map, const Relocation& relocation, std::int64_t added)
{
    const Symbol& symbol = object.symbols[relocation.symbol];
    const Code* code = map.of(symbol.section);
    if (code == nullptr) return false;
    return !code->begins(std::int64_t(symbol.value) + relocation.addend + added);
}

/// std::to_string prints a number to an array on the stack.
bool is_of_library(const Symbol* function) { return function != nullptr && function->name.starts_with("_ZN9__gnu_cxx12__to_xstring"); }

/// What the linker adds to an address besides the addend, for a place in an instruction: `to_end` bytes before its end. nullopt: no address of code.
std::optional<std::int64_t> added(std::uint32_t type, std::int64_t to_end)
{
    if (type == R_X86_64_PC32 || type == R_X86_64_PLT32) return to_end;
    if (type == R_X86_64_64 || type == R_X86_64_32 || type == R_X86_64_32S) return 0;
    return std::nullopt;
}

void check_code(const Object& object, const CodeMap& map, const Code& code, Faults& out)
{
    const auto refuse = [&](Rule rule, std::string word, std::uint64_t offset) { out.push_back({rule, std::move(word), code.section, offset}); };
    if (code.not_decoded) refuse(Rule::instruction, "data among the instructions", *code.not_decoded);
    for (const Instruction& i : code.instructions) {
        if (i.forbidden) refuse(Rule::instruction, mnemonic(i.id), i.offset);
        if (i.moves_stack && !is_of_library(object.function_at(code.section, i.offset))) refuse(Rule::stack, mnemonic(i.id), i.offset);
        const Relocation* r = i.relocation;
        bool into = i.target && !code.begins(*i.target);
        if (r != nullptr)
            if (const auto more = added(r->type, std::int64_t(i.offset + i.size) - std::int64_t(r->offset)))
                into = into || is_inside_an_instruction(object, map, *r, *more);
        if (into) refuse(Rule::place, mnemonic(i.id), i.offset);
    }
}

/// Tables of addresses: those of functions, in a class's table of virtual functions or a variable.
void check_addresses(const Object& object, const CodeMap& map, std::size_t number, Faults& out)
{
    const Section& section = object.sections[number];
    if (!section.is_loaded() || section.is_code()) return;
    for (const Relocation& r : section.relocations)
        if (r.type == R_X86_64_64 && is_inside_an_instruction(object, map, r, 0)) {
            out.push_back({Rule::place, std::string(section.name), number, r.offset});
            return;
        }
}

}  // namespace

Faults check_instructions(const Object& object, const std::vector<Code>& code)
{
    Faults out;
    const CodeMap map(object, code);
    for (const Code& one : code) check_code(object, map, one, out);
    for (std::size_t i = 0; i < object.sections.size(); ++i) check_addresses(object, map, i, out);
    return out;
}

}  // namespace halo::grader::gate
