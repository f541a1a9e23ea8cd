// Sections: those that the translation makes, and no other way to run at the program's start or end than a global variable.

#include <elf.h>

#include <algorithm>
#include <iterator>

#include "gate/checks.hpp"

namespace halo::grader::gate {
namespace {

/// `.text`, or `.text` with a function's name after it.
bool is_or_begins(std::string_view name, std::string_view with)
{
    return name.starts_with(with) && (name.size() == with.size() || name[with.size()] == '.');
}

bool is_known(std::string_view name)
{
    static constexpr std::string_view plain[] = {".data", ".bss", ".tdata", ".tbss", ".rodata", ".gcc_except_table", ".eh_frame", ".group", ".comment",
                                                 ".symtab", ".strtab", ".shstrtab", ".note.GNU-stack", ".note.gnu.property",
                                                 "halo_constant", "halo_constant_const", "halo_device", "halo_managed", "halo_program"};
    return std::any_of(std::begin(plain), std::end(plain), [&](std::string_view one) { return is_or_begins(name, one); });
}

bool is_known_type(const Section& section)
{
    static constexpr std::uint32_t kUnwind = 0x70000001;   // SHT_X86_64_UNWIND
    for (const std::uint32_t type : {std::uint32_t(SHT_PROGBITS), std::uint32_t(SHT_NOBITS), std::uint32_t(SHT_RELA), std::uint32_t(SHT_SYMTAB),
                                     std::uint32_t(SHT_STRTAB), std::uint32_t(SHT_GROUP), std::uint32_t(SHT_NOTE), kUnwind})
        if (section.type == type) return true;
    return false;
}

/// The function whose address the linker puts there: its name, or of a section's symbol, that of the function at the addend.
std::string_view pointed_to(const Object& object, const Relocation& relocation)
{
    const Symbol& symbol = object.symbols[relocation.symbol];
    if (symbol.type != STT_SECTION) return symbol.name;
    const Symbol* function = object.function_at(symbol.section, std::uint64_t(relocation.addend));
    return function != nullptr ? function->name : "";
}

/// The compiler makes one function for a file's globals and one for the hooks; our headers have the engine called before and after.
bool is_start_of_globals(const Section& section, std::string_view function)
{
    if (section.name == ".init_array.00099") return function == "_sub_I_00099_0";
    return section.name == ".init_array" && (function.starts_with("_GLOBAL__sub_I_") || function == "halo_program_begins" || function == "halo_program_has_begun");
}

bool runs_at_start_or_end(const Section& section)
{
    if (section.type == SHT_INIT_ARRAY || section.type == SHT_FINI_ARRAY || section.type == SHT_PREINIT_ARRAY) return true;
    static constexpr std::string_view names[] = {".init", ".fini", ".init_array", ".fini_array", ".preinit_array", ".ctors", ".dtors"};
    return std::any_of(std::begin(names), std::end(names), [&](std::string_view one) { return is_or_begins(section.name, one); });
}

bool is_unloaded_information(const Section& section) { return !section.is_loaded() && section.name.starts_with(".debug_"); }

bool is_allowed(const Section& section)
{
    if (section.type == SHT_NULL) return true;
    if (section.type == SHT_RELA) return !section.is_loaded();
    if (!is_known_type(section)) return false;
    const bool code = section.is_code();
    if (code || is_or_begins(section.name, ".text"))
        return code && !section.is_writable() && is_or_begins(section.name, ".text") && section.type == SHT_PROGBITS;
    return is_known(section.name) || is_unloaded_information(section);
}

/// The functions that it has called, where they are.
void check_start(const Object& object, std::size_t number, Faults& out)
{
    const Section& section = object.sections[number];
    if (section.size != 8 * section.relocations.size()) {
        out.push_back({Rule::section, std::string(section.name), number, 0});
        return;
    }
    for (const Relocation& r : section.relocations) {
        const std::string_view function = pointed_to(object, r);
        if (r.type == R_X86_64_64 && is_start_of_globals(section, function)) continue;
        const Symbol& symbol = object.symbols[r.symbol];
        out.push_back({Rule::start, std::string(function), symbol.section, symbol.value + std::uint64_t(r.addend)});
    }
}

}  // namespace

Faults check_sections(const Object& object)
{
    Faults out;
    for (std::size_t i = 0; i < object.sections.size(); ++i) {
        const Section& section = object.sections[i];
        if (section.type != SHT_RELA && runs_at_start_or_end(section)) check_start(object, i, out);
        else if (!is_allowed(section)) out.push_back({Rule::section, std::string(section.name), i, 0});
    }
    return out;
}

}  // namespace halo::grader::gate
