#include "gate/entries.hpp"

#include <elf.h>

#include <map>

#include "gate/functions.hpp"

namespace halo::grader::gate {
namespace {

std::set<std::uint64_t> entries_within(const Object& object, const Code& code)
{
    std::set<std::uint64_t> out;
    for (std::size_t k = 0; k < code.instructions.size(); ++k) {
        const Instruction& i = code.instructions[k];
        if (i.target) out.insert(std::uint64_t(*i.target));
        if (!i.ends && !i.calls) continue;
        // A handler of exceptions.
        std::size_t next = k + 1;
        while (next < code.instructions.size() && code.instructions[next].nothing) ++next;
        if (next < code.instructions.size()) out.insert(code.instructions[next].offset);
    }
    for (const Symbol& symbol : object.symbols)
        if (symbol.section == code.section) out.insert(symbol.value);
    return out;
}

/// A jump from elsewhere: of another section's code, or by a table, whose entries are distances from where the table begins.
void add_entries_from_elsewhere(const Object& object, const Code& code, std::set<std::uint64_t>& out)
{
    std::map<std::uint32_t, std::set<std::int64_t>> tables;
    for (const Section& section : object.sections)
        if (section.is_code())
            for (const Relocation& r : section.relocations) tables[object.symbols[r.symbol].section].insert(std::int64_t(object.symbols[r.symbol].value) + r.addend + 4);
    for (std::size_t i = 0; i < object.sections.size(); ++i) {
        const Section& section = object.sections[i];
        if (!section.is_code() && !may_hold_addresses(section)) continue;
        for (const Relocation& r : section.relocations) {
            const Symbol& symbol = object.symbols[r.symbol];
            if (symbol.section != code.section) continue;
            const std::int64_t value = std::int64_t(symbol.value) + r.addend;
            for (const std::int64_t more : {0, 4}) out.insert(std::uint64_t(value + more));
            if (section.is_code() || r.type != R_X86_64_PC32) continue;
            const auto& begins = tables[std::uint32_t(i)];
            for (auto begin = begins.upper_bound(std::int64_t(r.offset)); begin != begins.begin();) {
                const std::int64_t target = value - (std::int64_t(r.offset) - *--begin);
                out.insert(std::uint64_t(target));
                if (code.begins(target)) break;
            }
        }
    }
}

}  // namespace

std::set<std::uint64_t> entries_of(const Object& object, const Code& code)
{
    std::set<std::uint64_t> out = entries_within(object, code);
    add_entries_from_elsewhere(object, code, out);
    return out;
}

}  // namespace halo::grader::gate
