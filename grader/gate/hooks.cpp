// Hooks: code that touches memory reports it. Each load and store of the source comes after a call of a hook, and before the next call; the
// compiler's own have none: of the stack, constants, addresses of virtual functions, and an argument that is a struct, copied from where it is.

#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <utility>

#include "gate/checks.hpp"
#include "gate/closures.hpp"
#include "gate/own_addresses.hpp"

namespace halo::grader::gate {
namespace {

/// What the calls of hooks between two other accesses report.
class Report {
public:
    /// A call that is not a hook ends what was reported before; so does the first hook after an access.
    void call(std::string_view name, std::uint32_t second)
    {
        const int accesses = reported_by(name);
        if (accesses == 0 || !after_hook_) *this = {};
        after_hook_ = accesses > 0;
        credit_ += accesses;
        const bool range = name.ends_with("_range");
        keeps_places_ = keeps_places_ || range;
        bytes_ = std::max<std::int64_t>(bytes_, range ? second : size_in(name));
    }

    /// Whether this access was reported: the first of a hook's, or one more of the same bytes, as of a bit-field or the parts of a float4.
    bool explains(const Memory& memory, std::uint32_t symbol)
    {
        after_hook_ = false;
        for (const auto& [place, of] : places_)
            if (of == symbol && place.base == memory.base && place.reg == memory.reg && place.index == memory.index && std::abs(place.distance - memory.distance) < bytes_) return true;
        if (credit_ == 0) return false;
        --credit_;
        places_.emplace_back(memory, symbol);
        return true;
    }

    /// Forgets places whose address these registers made, but for a copy's, which goes on.
    void written(std::uint16_t registers)
    {
        if (registers == 0 || keeps_places_) return;
        const auto changed = [&](unsigned reg) { return number_of(reg) != kNoRegister && (registers >> number_of(reg) & 1) != 0; };
        std::erase_if(places_, [&](const auto& place) { return changed(place.first.reg) || changed(place.first.index); });
    }

    /// How many accesses a call of this function reports; 0 for no hook.
    static int reported_by(std::string_view name)
    {
        if (name.starts_with("_ZN11halo_engine11note_atomic")) return 4;      // load, compare, exchange, and once more
        for (const std::string_view start : {"__tsan_read", "__tsan_write", "__tsan_unaligned_", "__tsan_volatile_", "__tsan_atomic", "__tsan_vptr_"})
            if (name.starts_with(start)) return 1;
        return 0;
    }

private:
    static std::int64_t size_in(std::string_view name) { return name.ends_with("16") ? 16 : name.ends_with('8') ? 8 : name.ends_with('4') ? 4 : name.ends_with('2') ? 2 : 1; }

    int credit_ = 0;
    bool after_hook_ = false, keeps_places_ = false;
    std::int64_t bytes_ = 0;
    std::vector<std::pair<Memory, std::uint32_t>> places_{};
};

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
    bool reports = false;
    const Instruction* unseen = nullptr;         ///< the first access that no hook reports
    const Instruction* unseen_store = nullptr;
};

bool reads_address_table(std::uint32_t type)
{
    return type == R_X86_64_GOTPCREL || type == R_X86_64_GOTPCRELX || type == R_X86_64_REX_GOTPCRELX || type == R_X86_64_GOTTPOFF;
}

/// Whether a hook should have reported the access.
bool is_reportable(const Object& object, const Instruction& i, const std::optional<Memory>& memory, std::uint16_t own)
{
    if (!memory) return false;
    switch (memory->base) {
    case Memory::stack: return false;
    case Memory::pointer:
        for (const unsigned reg : {memory->reg, memory->index})
            if (const int number = number_of(reg); number != kNoRegister && (own >> number & 1) != 0) return false;
        return true;
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
            if (all[i].symbol != nullptr && is_closure(all[i].symbol->name)) reach(i);
    }

    std::vector<Function> all;

private:
    void count(Function& f) const
    {
        const std::vector<std::uint16_t> own_before = own_addresses(object_, f.instructions);
        Report report;
        std::uint32_t second = 0;    // argument of the next call
        for (std::size_t k = 0; k < f.instructions.size(); ++k) {
            const Instruction& i = *f.instructions[k];
            if (i.branches) note_call(f, i);
            if (i.second) second = *i.second;
            for (const auto& memory : {i.memory, i.source}) {
                if (!is_reportable(object_, i, memory, own_before[k]) || report.explains(*memory, i.relocation_symbol())) continue;
                if (f.unseen == nullptr) f.unseen = &i;
                if (memory->stores && f.unseen_store == nullptr) f.unseen_store = &i;
            }
            report.written(i.writes);
            if (!i.calls) continue;
            const std::string_view name = i.relocation != nullptr ? object_.symbols[i.relocation->symbol].name : std::string_view();
            report.call(name, second);
            f.reports = f.reports || Report::reported_by(name) > 0;
        }
    }

    void note_call(Function& f, const Instruction& i) const
    {
        std::size_t section = f.section;
        std::int64_t value = i.target.value_or(-1);
        if (i.relocation != nullptr) {
            const Symbol& symbol = object_.symbols[i.relocation->symbol];
            section = symbol.section;
            value = std::int64_t(symbol.value) + i.relocation->addend + std::int64_t(i.offset + i.size) - std::int64_t(i.relocation->offset);
        }
        if (const auto other = at_.find({section, std::uint64_t(value)}); other != at_.end()) f.calls.insert(other->second);
    }

    /// What g++ moves out of a function because it is seldom run is a function `name.cold`, on the device if the other is.
    void join_cold_parts()
    {
        std::map<std::string_view, std::size_t> names;
        for (std::size_t i = 0; i < all.size(); ++i)
            if (all[i].symbol != nullptr) names.emplace(all[i].symbol->name, i);
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].symbol == nullptr || !all[i].symbol->name.ends_with(".cold")) continue;
            const std::string_view name = all[i].symbol->name;
            if (const auto whole = names.find(name.substr(0, name.size() - 5)); whole != names.end()) all[whole->second].calls.insert(i);
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

/// The access that no hook reports, and should; nullptr if there is none.
const Instruction* unhooked(const Function& f)
{
    const std::string_view name = f.symbol != nullptr ? f.symbol->name : std::string_view();
    if (is_closure(name)) return outside_closure(f.instructions);
    // Host code may fill an object with constants, as a string with its literal: the compiler makes unhooked stores of it, beside hooked ones.
    if (is_of_the_headers(name) || !f.on_device) return f.reports ? nullptr : f.unseen_store;
    return f.unseen;
}

}  // namespace

Faults check_hooks(const Object& object, const std::vector<Code>& code)
{
    Faults out;
    for (const Function& f : Functions(object, code).all)
        if (const Instruction* i = unhooked(f))
            out.push_back({Rule::unhooked, f.symbol != nullptr ? std::string(f.symbol->name) : "", f.section, i->offset});
    return out;
}

}  // namespace halo::grader::gate
