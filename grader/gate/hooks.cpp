// Hooks: code that touches memory reports it. Each load and store of the source comes after a call of a hook, and before the next call; the
// compiler's own have none: of the stack, constants, addresses of virtual functions, and an argument that is a struct, copied from where it is.

#include <capstone/capstone.h>

#include <algorithm>
#include <cstdlib>
#include <set>
#include <utility>

#include "gate/checks.hpp"
#include "gate/closures.hpp"
#include "gate/functions.hpp"
#include "gate/guards.hpp"
#include "gate/sums.hpp"
#include "gate/addresses.hpp"

namespace halo::grader::gate {
namespace {

/// What the calls of hooks between two other accesses report.
class Report {
public:
    /// A call that is not a hook ends what was reported before; so does the first hook after an access. `first` and `second` are its arguments.
    void call(std::string_view name, const Sum& first, std::uint32_t second)
    {
        const int accesses = reported_by(name);
        if (accesses == 0 || !after_hook_) *this = {};
        after_hook_ = accesses > 0;
        (is_of_load(name) ? loads_ : stores_) += accesses;
        const bool range = name.ends_with("_range");
        keeps_places_ = keeps_places_ || range;
        const std::int64_t bytes = range ? second : size_in(name);
        bytes_ = std::max(bytes_, bytes);
        if (accesses > 0) hooks_.push_back({first, bytes, !is_of_load(name)});
    }

    /// Whether a hook was called with this address.
    bool names(const Sum& address, const Memory& memory) const
    {
        return std::ranges::any_of(hooks_, [&](const Hook& one) {
            const std::int64_t distance = address.constant - one.address.constant;
            return one.address.terms == address.terms && (one.stores || !memory.stores) && distance >= 0 && distance + memory.bytes <= one.bytes;
        });
    }

    /// Whether this access was reported: the first of a hook's, or one more of the same bytes, as of a bit-field or the parts of a float4. A
    /// store needs the hook of one.
    bool explains(const Memory& memory, std::uint32_t symbol)
    {
        after_hook_ = false;
        for (const Place& one : places_)
            if ((one.memory.stores || !memory.stores) && one.symbol == symbol && one.memory.base == memory.base && one.memory.reg == memory.reg &&
                one.memory.index == memory.index && std::abs(one.memory.distance - memory.distance) < bytes_)
                return true;
        int& left = memory.stores || loads_ == 0 ? stores_ : loads_;
        if (left == 0) return false;
        --left;
        places_.push_back({memory, symbol});
        places_.back().memory.stores = &left == &stores_;
        return true;
    }

    /// Forgets places whose address these registers made, but for a copy's, which goes on.
    void written(std::uint16_t registers)
    {
        if (registers == 0 || keeps_places_) return;
        const auto changed = [&](unsigned reg) { return number_of(reg) != kNoRegister && (registers >> number_of(reg) & 1) != 0; };
        std::erase_if(places_, [&](const Place& one) { return changed(one.memory.reg) || changed(one.memory.index); });
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
    static std::int64_t size_in(std::string_view name) { return name.ends_with("16") ? 16 : name.ends_with('8') || name.starts_with("__tsan_vptr")  ? 8 : name.ends_with('4') ? 4 : name.ends_with('2') ? 2 : 1; }

    struct Hook {
        Sum address;
        std::int64_t bytes;
        bool stores;
    };
    struct Place {
        Memory memory;
        std::uint32_t symbol;
    };

    static bool is_of_load(std::string_view name)
    {
        for (const std::string_view start : {"__tsan_read", "__tsan_unaligned_read", "__tsan_volatile_read", "__tsan_vptr_read"})
            if (name.starts_with(start)) return true;
        return false;
    }

    int loads_ = 0, stores_ = 0;
    bool after_hook_ = false, keeps_places_ = false;
    std::int64_t bytes_ = 0;
    std::vector<Place> places_{};
    std::vector<Hook> hooks_{};
};

/// Whether a hook should have reported an access that is not one of the function's own.
bool is_reportable(const Object& object, const Instruction& i, const Memory& memory)
{
    switch (memory.base) {
    case Memory::stack: return false;
    case Memory::pointer: return true;
    case Memory::thread:   // %fs:0 is where the thread's variables are; halo_now is the thread's place in the grid
        return i.relocation != nullptr && object.symbols[i.relocation->symbol].name != "halo_now";
    case Memory::program: break;
    }
    return i.relocation != nullptr && !reads_address_table(i.relocation->type);
}

/// What a function does that no hook reports.
struct Unseen {
    bool reports = false;                        ///< something else
    std::vector<const Instruction*> accesses;
    const Instruction* store = nullptr;          ///< the first
    Guards guards{};
};

/// Reads what is there already: `orq $0, (%rsp)` makes sure that the stack's next page is there.
bool is_probe(const Instruction& i) { return i.id == X86_INS_OR && i.number == 0 && i.memory && i.memory->base == Memory::stack && !i.memory->indexed && i.memory->distance == 0; }

Check check_of(const Object& object, const Addresses& addresses, std::size_t k, const Memory& memory, bool range)
{
    Check out{memory, range};
    const Value at = addresses.of(k, memory);
    if (range) return out;
    if (at.kind == Value::constant && !memory.stores) {
        out.room = Check::constant;
        out.section = at.part;
        out.bytes = std::int64_t(object.sections[at.part].size);
    } else if (at.kind == Value::stack) {
        const auto room = addresses.room(k, memory.stores);
        if (room) out.room = Check::stack;
        out.bytes = room.value_or(0);
    }
    return out;
}

class Search {
public:
    Search(const Object& object, const Function& function, const Addresses& addresses) : object_(object), f_(function), addresses_(addresses)
    {
        for (const Instruction* i : function.instructions)
            if (i->target && !i->calls) meets_.insert(*i->target);
    }

    Unseen run()
    {
        std::uint32_t second = 0;    // argument of the next call
        for (std::size_t k = 0; k < f_.instructions.size(); ++k) {
            const Instruction& i = *f_.instructions[k];
            if (meets_.contains(i.offset) || (k > 0 && f_.instructions[k - 1]->ends)) sums_.forget();
            if (i.second) second = *i.second;
            for (const auto& memory : {i.memory, i.source})
                if (memory && !is_probe(i)) look_at(k, *memory);
            report_.written(i.writes);
            const Sum first = i.calls ? sums_.of(kRdi) : Sum{};
            sums_.step(i);
            if (!i.calls) continue;
            const std::string_view name = i.relocation != nullptr ? object_.symbols[i.relocation->symbol].name : std::string_view();
            // The compiler may move such a call between a hook and its access.
            if (only_computes(name)) {
                report_.written(std::uint16_t(~kKeptByCalls));
                continue;
            }
            report_.call(name, first, second);
            out_.reports = out_.reports || Report::reported_by(name) > 0;
        }
        return std::move(out_);
    }

private:
    void look_at(std::size_t k, const Memory& memory)
    {
        const Instruction& i = *f_.instructions[k];
        const Value at = addresses_.of(k, memory);
        if (at.kind == Value::stack || at.kind == Value::constant) {
            if (addresses_.certain(k, memory)) return;
        } else {
            if (!is_reportable(object_, i, memory)) return;
            const bool named = report_.names(sums_.address(i, memory), memory);
            const bool explained = report_.explains(memory, i.relocation_symbol());
            const bool may_get_one = !f_.on_device && memory.base != Memory::thread && !is_named_as_the_headers(f_.name());
            if (!explained) {
                out_.accesses.push_back(&i);
                if (memory.stores && out_.store == nullptr) out_.store = &i;
            }
            if (!may_get_one || (explained && (named || !memory.stores))) return;
        }
        if (out_.guards.empty() || out_.guards.back().at != &i) out_.guards.push_back({f_.section, &i, {}});
        out_.guards.back().checks.push_back(check_of(object_, addresses_, k, memory, i.repeats));
    }

    const Object& object_;
    const Function& f_;
    const Addresses& addresses_;
    std::set<std::int64_t> meets_;               ///< where ways meet
    Sums sums_{};
    Report report_{};
    Unseen out_{};
};

Unseen unseen_of(const Object& object, const Functions& functions, const Function& f)
{
    const std::optional<Addresses> whole = f.whole ? std::optional<Addresses>(std::in_place, object, functions.all[*f.whole].instructions) : std::nullopt;
    const Addresses addresses(object, f.instructions, whole ? &*whole : nullptr);
    return Search(object, f, addresses).run();
}

/// Where device code goes by an address that it loads: a call to device code, a jump also within its function.
void guard_calls(const Object& object, const Functions& functions, const Function& f, Guards& guards)
{
    std::vector<Within> own;
    const auto add = [&](const Function& part) {
        if (part.symbol == nullptr) return;
        const Instruction& last = *part.instructions.back();
        own.push_back({std::uint32_t(part.symbol - object.symbols.data()), std::int64_t(last.offset + last.size) - std::int64_t(part.symbol->value)});
    };
    add(f);
    if (f.whole) add(functions.all[*f.whole]);
    for (const std::size_t k : f.calls)
        if (functions.all[k].whole && &functions.all[*functions.all[k].whole] == &f) add(functions.all[k]);
    for (const Instruction* i : f.instructions) {
        if (!loads_where_to(*i)) continue;
        const auto at = std::ranges::find(guards, i, &Guard::at);
        if (at != guards.end()) at->goes = true, at->own = own;
        else guards.push_back({f.section, i, {}, true, own});
    }
}

}  // namespace

bool has_hooks(const Object& object, const Functions& functions, const Function& function)
{
    return is_named_as_the_headers(function.name()) || unseen_of(object, functions, function).accesses.empty();
}

Faults check_hooks(const Object& object, const Functions& functions, Guards& guards)
{
    Faults out;
    for (const Function& f : functions.all) {
        const auto refuse = [&](const Instruction* i, Unless unless) {
            if (i != nullptr) out.push_back({Rule::unhooked, std::string(f.name()), f.section, i->offset, unless});
        };
        if (is_closure(f.name())) {
            refuse(outside_closure(f.instructions), Unless::nobody);
            guard_calls(object, functions, f, guards);
            continue;
        }
        const Unseen unseen = unseen_of(object, functions, f);
        guards.insert(guards.end(), unseen.guards.begin(), unseen.guards.end());
        if (f.on_device) guard_calls(object, functions, f, guards);
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
