// Who may call whom. Device code calls device code: of other files only what CUDA has on the device. What the engine has for its headers and
// for the translation of launches, a submission's own lines don't call.

#include <algorithm>

#include "gate/checks.hpp"
#include "gate/closures.hpp"
#include "gate/names.hpp"

namespace halo::grader::gate {
namespace {

/// Functions of other files whose addresses are stored or passed on, where device code may call what it finds there.
void add_addressed(const Object& object, const Functions& functions, Faults& out)
{
    const auto add = [&](const Relocation& r, std::size_t section, std::uint64_t offset, Unless unless) {
        const Symbol& symbol = object.symbols[r.symbol];
        if (!symbol.is_defined() && !symbol.name.empty() && !is_variable(symbol.name) && !may_be_used_on_device(symbol.name))
            out.push_back({Rule::host_function, std::string(symbol.name), section, offset, unless});
    };
    for (std::size_t i = 0; i < object.sections.size(); ++i)
        if (may_hold_addresses(object.sections[i]))
            for (const Relocation& r : object.sections[i].relocations) add(r, i, r.offset, Unless::nobody);
    for (const Function& f : functions.all)
        for (const Instruction* i : f.instructions)
            if (i->relocation != nullptr && !i->branches) add(*i->relocation, f.section, i->offset, Unless::library);   // as std::to_string of a float does
}

}  // namespace

Faults check_device_calls(const Object& object, const Functions& functions)
{
    Faults out;
    for (const Function& f : functions.all) {
        if (!f.on_device) continue;
        for (const Instruction* i : f.instructions) {
            if (i->relocation == nullptr) continue;
            const Symbol& symbol = object.symbols[i->relocation->symbol];
            if (!symbol.is_defined() && !symbol.name.empty() && !may_be_used_on_device(symbol.name))
                out.push_back({Rule::host_function, std::string(symbol.name), f.section, i->offset});
        }
    }
    if (std::ranges::any_of(functions.all, [](const Function& f) { return f.on_device && f.calls_any; })) add_addressed(object, functions, out);
    return out;
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
