// Names that an object takes from other files, and names that it defines.

#include <elf.h>

#include <map>

#include "gate/checks.hpp"
#include "gate/names.hpp"

namespace halo::grader::gate {
namespace {

struct Place {
    std::size_t section = 0;
    std::uint64_t offset = 0;
};

/// Where each symbol is first used: in code if it is, since a line is known there.
std::map<std::uint32_t, Place> first_uses(const Object& object)
{
    std::map<std::uint32_t, Place> out;
    for (const bool code : {true, false})
        for (std::size_t i = 0; i < object.sections.size(); ++i) {
            if (object.sections[i].is_code() != code || !object.sections[i].is_loaded()) continue;
            for (const Relocation& r : object.sections[i].relocations) out.try_emplace(r.symbol, Place{i, r.offset});
        }
    return out;
}

/// A function whose stores are looked at where it is called may be used in no other way.
void note_other_uses(const Object& object, std::uint32_t symbol, Faults& out)
{
    for (std::size_t i = 0; i < object.sections.size(); ++i)
        if (object.sections[i].is_loaded())
            for (const Relocation& r : object.sections[i].relocations)
                if (r.symbol == symbol && r.type != R_X86_64_PLT32) out.push_back({Rule::name, std::string(object.symbols[symbol].name), i, r.offset});
}

}  // namespace

Faults check_names(const Object& object)
{
    Faults out;
    std::map<std::uint32_t, Place> uses;
    for (std::uint32_t i = 1; i < object.symbols.size(); ++i) {
        const Symbol& symbol = object.symbols[i];
        if (symbol.type == STT_FILE || symbol.type == STT_SECTION) continue;
        if (symbol.type == STT_GNU_IFUNC || symbol.section == SHN_COMMON || (symbol.section == SHN_ABS && symbol.is_global())) {
            out.push_back({Rule::own_name, std::string(symbol.name), symbol.section, symbol.value});
        } else if (symbol.is_defined()) {
            if (symbol.is_global() && !may_be_defined(symbol.name, symbol.binding != STB_GLOBAL))
                out.push_back({Rule::own_name, std::string(symbol.name), symbol.section, symbol.value});
        } else if (may_be_used(symbol.name)) {
            if (!stores_of(symbol.name).empty()) note_other_uses(object, i, out);
        } else {
            if (uses.empty()) uses = first_uses(object);
            const auto use = uses.find(i);
            // A weak name that nothing uses is a declaration.
            if (use == uses.end() && symbol.binding == STB_WEAK) continue;
            const Place place = use == uses.end() ? Place{} : use->second;
            out.push_back({Rule::name, std::string(symbol.name), place.section, place.offset});
        }
    }
    return out;
}

}  // namespace halo::grader::gate
