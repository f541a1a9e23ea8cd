// Who may call whom. Device code calls device code: of other files only what CUDA has on the device. What the engine has for its headers and
// for the translation of launches, a submission's own lines don't call.

#include <elf.h>

#include <set>

#include "gate/checks.hpp"
#include "gate/closures.hpp"
#include "gate/names.hpp"

namespace halo::grader::gate {
namespace {

/// Instructions that name what device code may not use.
std::vector<const Instruction*> uses_of_host(const Object& object, const Function& f)
{
    std::vector<const Instruction*> out;
    for (const Instruction* i : f.instructions) {
        if (i->relocation == nullptr) continue;
        const Symbol& symbol = object.symbols[i->relocation->symbol];
        if (!symbol.is_defined() && !symbol.name.empty() && !may_be_used_on_device(symbol.name)) out.push_back(i);
    }
    return out;
}

}  // namespace

Faults check_device_calls(const Object& object, const Functions& functions)
{
    Faults out;
    for (const Function& f : functions.all) {
        if (!f.on_device) continue;
        for (const Instruction* i : uses_of_host(object, f))
            out.push_back({Rule::host_function, std::string(object.symbols[i->relocation->symbol].name), f.section, i->offset});
    }
    return out;
}

bool uses_host(const Object& object, const Function& function) { return !uses_of_host(object, function).empty(); }

std::vector<std::uint32_t> called_by_address(const Object& object, const Functions& functions)
{
    std::set<std::uint32_t> out;
    for (const Function& f : functions.all)
        if (f.by_address) out.insert(std::uint32_t(f.symbol - object.symbols.data()));
    for (const Section& section : object.sections)
        for (const Relocation& r : section.relocations) {
            const Symbol& symbol = object.symbols[r.symbol];
            const bool kept = section.is_code() ? r.type != R_X86_64_PLT32 : may_hold_addresses(section);
            if (kept && !symbol.is_defined() && !symbol.name.empty() && !is_variable(symbol.name) && may_be_used_on_device(symbol.name)) out.insert(r.symbol);
        }
    return {out.begin(), out.end()};
}

Faults check_engine_calls(const Object& object, const Functions& functions)
{
    Faults out;
    const auto refuse = [&](const Function& f, std::uint64_t offset, std::string_view name) {
        out.push_back({Rule::engine_call, std::string(name), f.section, offset, Unless::engine});
    };
    for (std::size_t k = 0; k < functions.all.size(); ++k) {
        const Function& f = functions.all[k];
        for (const Instruction* i : f.instructions) {
            const std::string_view name = i->relocation != nullptr ? object.symbols[i->relocation->symbol].name : std::string_view();
            if (is_for_headers(name)) refuse(f, i->offset, name);
        }
        if (!is_closure(f.name())) continue;
        for (const Reference& one : functions.references_to(k))
            if (one.from) refuse(functions.all[*one.from], one.at->offset, f.name());
            else out.push_back({Rule::engine_call, std::string(f.name()), f.section, f.instructions.front()->offset});
    }
    return out;
}

}  // namespace halo::grader::gate
