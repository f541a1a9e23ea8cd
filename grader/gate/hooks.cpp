// Hooks: code that touches memory reports it. Each load and store of the source has a call of a hook before it; the compiler's own have
// none: of the stack, constants, addresses of virtual functions, and an argument that is a struct, copied from where it is.

#include <elf.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

#include "gate/checks.hpp"

namespace halo::grader::gate {
namespace {

constexpr int kSlack = 4;   // in device code, beyond twice what the hooks report

/// How many accesses of machine code a call of this function reports; 0 for no hook.
int reported_by(std::string_view name)
{
    if (name.starts_with("_ZN11halo_engine11note_atomic")) return 4;      // load, compare, exchange, and once more
    if (!name.starts_with("__tsan_")) return 0;
    if (name.ends_with("_range")) return 16;
    for (const std::string_view start : {"__tsan_read", "__tsan_write", "__tsan_unaligned_", "__tsan_volatile_", "__tsan_atomic", "__tsan_vptr_"})
        if (name.starts_with(start)) return name.ends_with("16") ? 2 : 1;
    return 0;
}

/// Of our headers: they copy what the engine has prepared for the thread.
bool is_of_the_headers(std::string_view name)
{
    for (const std::string_view start : {"_ZN11halo_engine", "_ZNK11halo_engine", "_ZN18cooperative_groups", "_ZNK18cooperative_groups"})
        if (name.starts_with(start)) return true;
    return false;
}

struct Function {
    const Symbol* symbol = nullptr;
    std::size_t section = 0;
    std::vector<const Instruction*> instructions;
    std::set<std::size_t> calls{};
    bool on_device = false;
    int reported = 0, accesses = 0, stores = 0;
    const Instruction* first = nullptr;   ///< of the accesses
};

bool is_constant(const Object& object, const Symbol& symbol)
{
    if (!symbol.is_defined() || symbol.section >= object.sections.size()) return false;
    const Section& section = object.sections[symbol.section];
    return !section.is_writable() || section.name.starts_with(".data.rel.ro");
}

/// Registers that hold an address of the stack or of a constant somewhere in the function.
std::set<unsigned> own_addresses(const Object& object, const Function& f)
{
    std::set<unsigned> out;
    for (int pass = 0; pass < 2; ++pass)   // a copy of a copy
        for (const Instruction* i : f.instructions) {
            if (i->sets == 0) continue;
            const bool constant = i->address == Memory::program && i->relocation != nullptr && is_constant(object, object.symbols[i->relocation->symbol]);
            if (i->copies != 0 ? out.contains(i->copies) : i->address == Memory::stack || i->address == Memory::frame || constant) out.insert(i->sets);
        }
    return out;
}

bool reads_address_table(std::uint32_t type)
{
    return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX || type == R_X86_64_GOTTPOFF;
}

/// Whether a hook should have reported the access.
bool is_reportable(const Object& object, const Instruction& i, const std::set<unsigned>& own)
{
    if (!i.memory) return false;
    switch (i.memory->base) {
    case Memory::stack:
    case Memory::frame: return false;
    case Memory::pointer: return !own.contains(i.memory->reg);
    case Memory::thread:   // %fs:0 is where the thread's variables are; halo_now is the thread's place in the grid
        return i.relocation != nullptr && object.symbols[i.relocation->symbol].name != "halo_now";
    case Memory::program: break;
    }
    return i.relocation != nullptr && !reads_address_table(i.relocation->type) && !is_constant(object, object.symbols[i.relocation->symbol]);
}

class Functions {
public:
    Functions(const Object& object, const std::vector<Code>& code) : object_(object)
    {
        for (const Code& one : code)
            for (const Instruction& i : one.instructions) {
                const Symbol* symbol = object.function_at(one.section, i.offset);
                if (symbol == nullptr && i.memory == std::nullopt && !i.branches) continue;   // between functions
                if (all.empty() || all.back().symbol != symbol || all.back().section != one.section) {
                    if (symbol != nullptr) at_[{one.section, symbol->value}] = all.size();
                    all.push_back({symbol, one.section, {}});
                }
                all.back().instructions.push_back(&i);
            }
        for (Function& f : all) count(f);
        join_cold_parts();
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].symbol != nullptr && all[i].symbol->name.find("12call_closure") != std::string_view::npos) reach(i);
    }

    std::vector<Function> all;

private:
    void count(Function& f) const
    {
        const std::set<unsigned> own = own_addresses(object_, f);
        for (const Instruction* i : f.instructions) {
            if (i->branches) note_call(f, *i);
            if (!is_reportable(object_, *i, own)) continue;
            if (f.first == nullptr) f.first = i;
            ++f.accesses;
            f.stores += i->memory->stores;
        }
    }

    void note_call(Function& f, const Instruction& i) const
    {
        std::size_t section = f.section;
        std::int64_t value = i.target.value_or(-1);
        if (i.relocation != nullptr) {
            const Symbol& symbol = object_.symbols[i.relocation->symbol];
            f.reported += reported_by(symbol.name);
            section = symbol.section;
            value = std::int64_t(symbol.value) + i.relocation->addend + std::int64_t(i.offset + i.size) - std::int64_t(i.relocation->offset);
        }
        if (const auto other = at_.find({section, std::uint64_t(value)}); other != at_.end()) f.calls.insert(other->second);
    }

    /// What g++ moves out of a function because it is seldom run is a function `name.cold`: its hooks may be in the other part.
    void join_cold_parts()
    {
        std::map<std::string_view, std::size_t> names;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].symbol != nullptr) names.emplace(all[i].symbol->name, i);
        for (Function& cold : all) {
            if (cold.symbol == nullptr || !cold.symbol->name.ends_with(".cold")) continue;
            const auto whole = names.find(cold.symbol->name.substr(0, cold.symbol->name.size() - 5));
            if (whole == names.end()) continue;
            Function& f = all[whole->second];
            if (f.first == nullptr) f.first = cold.first, f.section = cold.section;
            f.reported += cold.reported;
            f.accesses += std::exchange(cold.accesses, 0);
            f.stores += std::exchange(cold.stores, 0);
        }
    }

    void reach(std::size_t i)
    {
        if (all[i].on_device) return;
        all[i].on_device = true;
        for (const std::size_t other : all[i].calls) reach(other);
    }

    const Object& object_;
    std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> at_;
};

bool is_unhooked(const Function& f)
{
    const std::string_view name = f.symbol != nullptr ? f.symbol->name : std::string_view();
    if (is_of_the_headers(name)) return f.stores > 0 && f.reported == 0;
    if (f.on_device) return f.accesses > 0 && (f.reported == 0 || f.accesses > 2 * f.reported + kSlack);
    return f.stores > 0 && f.reported == 0;
}

}  // namespace

Faults check_hooks(const Object& object, const std::vector<Code>& code)
{
    Faults out;
    for (const Function& f : Functions(object, code).all)
        if (is_unhooked(f)) out.push_back({Rule::unhooked, f.symbol != nullptr ? std::string(f.symbol->name) : "", f.section, f.first->offset});
    return out;
}

}  // namespace halo::grader::gate
