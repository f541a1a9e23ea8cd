// Hooks: code that touches memory reports it. Each load and store of the source comes after a call of a hook, and before the next call; the
// compiler's own have none: of the stack, constants, addresses of virtual functions, and an argument that is a struct, copied from where it is.

#include <elf.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "gate/checks.hpp"
#include "gate/closures.hpp"
#include "gate/functions.hpp"
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

/// What a function does that no hook reports.
struct Unseen {
    bool reports = false;                        ///< something else
    std::vector<const Instruction*> accesses;
    const Instruction* store = nullptr;          ///< the first
};

Unseen unseen_in(const Object& object, const Function& f)
{
    const std::vector<std::uint16_t> own_before = own_addresses(object, f.instructions);
    Unseen out;
    Report report;
    std::uint32_t second = 0;    // argument of the next call
    for (std::size_t k = 0; k < f.instructions.size(); ++k) {
        const Instruction& i = *f.instructions[k];
        if (i.second) second = *i.second;
        for (const auto& memory : {i.memory, i.source}) {
            if (!is_reportable(object, i, memory, own_before[k]) || report.explains(*memory, i.relocation_symbol())) continue;
            out.accesses.push_back(&i);
            if (memory->stores && out.store == nullptr) out.store = &i;
        }
        report.written(i.writes);
        if (!i.calls) continue;
        const std::string_view name = i.relocation != nullptr ? object.symbols[i.relocation->symbol].name : std::string_view();
        report.call(name, second);
        out.reports = out.reports || Report::reported_by(name) > 0;
    }
    return out;
}

}  // namespace

Faults check_hooks(const Object& object, const Functions& functions)
{
    Faults out;
    for (const Function& f : functions.all) {
        const auto refuse = [&](const Instruction* i, Unless unless) {
            if (i != nullptr) out.push_back({Rule::unhooked, std::string(f.name()), f.section, i->offset, unless});
        };
        if (is_closure(f.name())) {
            refuse(outside_closure(f.instructions), Unless::nobody);
            continue;
        }
        const Unseen unseen = unseen_in(object, f);
        if (is_named_as_the_headers(f.name())) {
            for (const Instruction* i : unseen.accesses) refuse(i, Unless::engine);
        } else if (f.on_device) {
            refuse(unseen.accesses.empty() ? nullptr : unseen.accesses.front(), Unless::nobody);
        } else if (!unseen.reports) {
            // Host code may fill an object with constants, as a string with its literal: the compiler makes unhooked stores of it, beside hooked ones.
            refuse(unseen.store, Unless::nobody);
        }
    }
    return out;
}

}  // namespace halo::grader::gate
