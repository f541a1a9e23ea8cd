#include "gate/addresses.hpp"

#include <capstone/capstone.h>

#include <algorithm>
#include <map>
#include <set>
#include <utility>

namespace halo::grader::gate {
namespace {

constexpr std::int64_t kArguments = 8 + 4096;     // above: the return address, and as much as a kernel may be given
constexpr std::int64_t kWordBytes = 8;

using Slot = std::pair<std::uint32_t, std::int64_t>;

struct State {
    Registers registers{};
    std::map<Slot, Value> slots{};                ///< of the stack, which keep an address

    bool operator==(const State&) const = default;
    Value of(unsigned reg) const
    {
        const int number = number_of(reg);
        return number == kNoRegister ? Value{} : registers[std::size_t(number)];
    }
    Value& stack() { return registers[kRsp]; }
};

bool is_address(const Value& value) { return value.kind == Value::stack || value.kind == Value::constant; }

Value inexact(Value value)
{
    value.exact = false;
    value.offset = 0;
    return value.kind == Value::number ? Value{} : value;
}

Value both(const Value& a, const Value& b)
{
    if (a == b) return a;
    if (a.kind != b.kind || !is_address(a)) return {};
    Value out = inexact(a);
    if (a.part != b.part && a.kind == Value::constant) return {};
    out.part = std::min(a.part, b.part);
    return out;
}

State both(const State& a, const State& b)
{
    State out;
    for (std::size_t i = 0; i < out.registers.size(); ++i) out.registers[i] = both(a.registers[i], b.registers[i]);
    for (const auto& [slot, value] : a.slots)
        if (const auto other = b.slots.find(slot); other != b.slots.end())
            if (const Value one = both(value, other->second); is_address(one)) out.slots.emplace(slot, one);
    return out;
}

/// `from` and a distance that isn't known, or is.
Value moved(Value from, std::optional<std::int64_t> by)
{
    if (!by || !from.exact) return inexact(from);
    from.offset += *by;
    return from;
}

/// The sum of what two registers hold.
Value sum(const Value& a, const Value& b)
{
    if (is_address(a)) return b.kind == Value::number ? moved(a, b.offset) : inexact(a);
    if (is_address(b)) return a.kind == Value::number ? moved(b, a.offset) : inexact(b);
    return {};
}

Value constant_at(const Object& object, const Instruction& i)
{
    if (i.relocation == nullptr || !is_constant(object, object.symbols[i.relocation->symbol])) return {};
    const Symbol& symbol = object.symbols[i.relocation->symbol];
    const std::int64_t to_end = std::int64_t(i.offset + i.size) - std::int64_t(i.relocation->offset);
    return {Value::constant, true, symbol.section, std::int64_t(symbol.value) + i.relocation->addend + to_end};
}

/// Of the stack, where that is known.
std::optional<Slot> slot_of(const State& state, const Memory& memory)
{
    const Value base = state.of(memory.reg);
    if (memory.base == Memory::thread || memory.indexed || base.kind != Value::stack || !base.exact) return std::nullopt;
    return Slot{base.part, base.offset + memory.distance};
}

Value lea(const Object& object, const State& state, const Instruction& i)
{
    if (i.address == Memory::program) return constant_at(object, i);
    const Value base = i.address == Memory::stack ? state.registers[kRsp] : state.of(i.from);
    if (i.adds_constant) return moved(base, i.distance);
    return sum(inexact(base), inexact(state.of(i.index)));
}

/// What the instruction leaves in the register that it sets.
Value made(const Object& object, const State& state, const Instruction& i, unsigned reg)
{
    if (i.loads != 0) {
        const auto slot = i.memory ? slot_of(state, *i.memory) : std::nullopt;
        const auto found = slot ? state.slots.find(*slot) : state.slots.end();
        // Another store may have changed it, as far as the stack: an address from there is checked where it is used.
        return found != state.slots.end() && is_whole(reg) ? inexact(found->second) : Value{};
    }
    if (i.clears) return {Value::number, true, 0, 0};
    if (i.id == X86_INS_MOV && i.number && i.relocation == nullptr) return {Value::number, true, 0, is_whole(reg) ? *i.number : std::int64_t(std::uint32_t(*i.number))};
    if (!is_whole(reg)) return {};
    if (i.adds_to != 0) {
        const bool down = i.id == X86_INS_SUB || i.id == X86_INS_DEC;
        if (i.added != 0) return down ? inexact(sum(state.of(i.adds_to), state.of(i.added))) : sum(state.of(i.adds_to), state.of(i.added));
        return i.number ? moved(state.of(i.adds_to), down ? -*i.number : *i.number) : inexact(state.of(i.adds_to));
    }
    if (i.sets == 0) return {};
    if (i.copies != 0) return is_whole(i.copies) ? state.of(i.copies) : Value{};
    return i.id == X86_INS_LEA ? lea(object, state, i) : state.registers[kRsp];
}

unsigned set_register(const Instruction& i)
{
    if (i.loads != 0) return i.loads;
    if (i.adds_to != 0) return i.adds_to;
    if (i.sets != 0) return i.sets;
    return i.clears || (i.id == X86_INS_MOV && i.number) ? i.first : 0;
}

void step(const Object& object, State& state, const Instruction& i)
{
    const Value stack_before = state.registers[kRsp];
    const unsigned reg = set_register(i);
    const Value now = reg != 0 ? made(object, state, i, reg) : Value{};
    if (i.memory && i.memory->stores)
        if (const auto slot = slot_of(state, *i.memory); slot && i.id != X86_INS_ADD && i.id != X86_INS_SUB) {
            state.slots.erase(*slot);
            if (const Value kept = i.keeps != 0 && is_whole(i.keeps) ? state.of(i.keeps) : Value{}; is_address(kept)) state.slots[*slot] = kept;
        }
    const Value pushed = i.id == X86_INS_PUSH ? state.of(i.first) : Value{};
    const Value frame = state.registers[kRbp];
    if (i.calls)
        for (std::size_t r = 0; r < state.registers.size(); ++r)
            if ((kKeptByCalls >> r & 1) == 0) state.registers[r] = {};
    for (std::size_t r = 0; r < state.registers.size(); ++r)
        if ((i.writes >> r & 1) != 0 && !(i.calls && r == kRsp)) state.registers[r] = {};
    if (const int number = number_of(reg); number != kNoRegister) state.registers[std::size_t(number)] = now;
    switch (i.id) {
    case X86_INS_PUSH:
        state.stack() = moved(stack_before, -kWordBytes);
        if (state.stack().exact && is_address(pushed)) state.slots[{state.stack().part, state.stack().offset}] = pushed;
        break;
    case X86_INS_POP:
        if (i.first == X86_REG_RSP) break;
        if (const auto found = state.slots.find({stack_before.part, stack_before.offset}); found != state.slots.end() && number_of(i.first) != kNoRegister)
            state.registers[std::size_t(number_of(i.first))] = inexact(found->second);
        state.stack() = moved(stack_before, kWordBytes);
        break;
    case X86_INS_LEAVE: state.stack() = moved(frame, kWordBytes); break;
    case X86_INS_AND:
        if (i.first == X86_REG_RSP && stack_before.kind == Value::stack) state.stack() = {Value::stack, true, 1, 0};
        break;
    default: break;
    }
}

/// Blocks that are entered from one to the next.
class Flow {
public:
    Flow(const Object& object, Known& out, const std::vector<const Instruction*>& function)   : object_(object), out_(out), f_(function)
    {
        for (std::size_t k = 0; k < f_.size(); ++k) index_[f_[k]->offset] = k;
        begins_.assign(f_.size(), false);
        for (std::size_t k = 0; k < f_.size(); ++k) {
            const Instruction& i = *f_[k];
            if (k == 0 || i.nothing) begins_[k] = true;
            if (!i.branches && !i.ends) continue;
            if (k + 1 < f_.size()) begins_[k + 1] = true;
            if (const auto to = target(i)) begins_[*to] = true;
        }
    }

    void run(const std::optional<Registers>& entered)
    {
        out_.before.resize(f_.size());
        if (f_.empty()) return;
        State first;
        if (entered) first.registers = *entered;
        else first.registers[kRsp] = {Value::stack, true, 0, 0};
        out_.elsewhere = entered;
        enter(0, first);
        work();
        // Cases of a switch, or handlers of exceptions: as after every jump whose target is not known, and every call.
        for (std::size_t k = 1; k < f_.size(); ++k)
            if (begins_[k] && !block_.contains(k) && !f_[k]->nothing) {
                enter(k, State{out_.elsewhere.value_or(Registers{}), {}});
                work();
            }
    }

private:
    std::optional<std::size_t> target(const Instruction& i) const
    {
        if (!i.branches || i.calls || !i.target) return std::nullopt;
        const auto to = index_.find(std::uint32_t(*i.target));
        return to != index_.end() ? std::optional(to->second) : std::nullopt;
    }

    void enter(std::size_t k, const State& state)
    {
        const auto known = block_.find(k);
        State now = known != block_.end() ? both(known->second, state) : state;
        if (known != block_.end() && now == known->second) return;
        block_.insert_or_assign(k, std::move(now));
        work_.insert(k);
    }

    void work()
    {
        while (!work_.empty()) {
            const std::size_t first = *work_.begin();
            work_.erase(work_.begin());
            State state = block_.at(first);
            for (std::size_t k = first;; ++k) {
                const Instruction& i = *f_[k];
                out_.before[k] = state.registers;
                note_saved(state, i);
                if (i.id == X86_INS_AND && i.first == X86_REG_RSP && state.registers[kRsp].exact && state.registers[kRsp].part == 0)
                    out_.aligned = state.registers[kRsp].offset;
                step(object_, state, i);
                leave(k, state);
                if (i.ends || k + 1 == f_.size()) break;
                if (begins_[k + 1]) {
                    enter(k + 1, after_probe(k, state));
                    break;
                }
            }
        }
    }

    void leave(std::size_t k, const State& state)
    {
        const Instruction& i = *f_[k];
        if (!i.branches) return;
        if (const auto to = target(i)) return enter(*to, state);
        Registers kept = state.registers;
        if (out_.elsewhere)
            for (std::size_t r = 0; r < kept.size(); ++r) kept[r] = both(kept[r], (*out_.elsewhere)[r]);
        out_.elsewhere = kept;
    }

    /// Where a large frame is made page by page, the loop ends when the stack pointer is what it is compared with.
    State after_probe(std::size_t k, const State& state) const
    {
        if (k == 0 || f_[k]->id != X86_INS_JNE || f_[k - 1]->id != X86_INS_CMP || f_[k - 1]->probe == 0) return state;
        State out = state;
        out.stack() = state.of(f_[k - 1]->probe);
        return out;
    }

    /// A register of the caller, kept directly below the return address or below another.
    void note_saved(const State& state, const Instruction& i)
    {
        const Value at = state.registers[kRsp];
        if (i.id != X86_INS_PUSH || at.kind != Value::stack || !at.exact || at.offset > 0 || at.offset <= -kWordBytes * 8) return;
        const int number = number_of(i.first);
        if (number == kNoRegister || (kKeptByCalls >> number & 1) == 0) return;
        out_.saved[at.part] = std::min(out_.saved[at.part], at.offset - kWordBytes);
    }

    const Object& object_;
    Known& out_;
    const std::vector<const Instruction*>& f_;
    std::map<std::uint32_t, std::size_t> index_;
    std::vector<bool> begins_;
    std::map<std::size_t, State> block_;
    std::set<std::size_t> work_;
};

}  // namespace

Addresses::Addresses(const Object& object, const std::vector<const Instruction*>& function, const Addresses* whole) : object_(object), function_(function)
{
    if (whole != nullptr) {
        known_.saved = whole->known_.saved;
        known_.aligned = whole->known_.aligned;
    }
    Flow(object, known_, function).run(whole != nullptr ? std::optional(whole->known_.elsewhere.value_or(Registers{})) : std::nullopt);
}

Value Addresses::of(std::size_t k, const Memory& memory) const
{
    const auto holds = [&](unsigned reg) {
        const int number = number_of(reg);
        return number == kNoRegister || !is_whole(reg) ? Value{} : known_.before[k][std::size_t(number)];
    };
    if (memory.base == Memory::program) return constant_at(object_, *function_[k]);
    if (memory.base == Memory::thread) return {};
    const Value base = memory.base == Memory::stack && holds(memory.reg).kind != Value::stack ? Value{Value::stack, false, 0, 0} : holds(memory.reg);
    if (!memory.indexed) return is_address(base) ? moved(base, memory.distance) : Value{};
    const Value index = holds(memory.index);
    if (index.kind == Value::number) return moved(sum(base, {Value::number, true, 0, index.offset * memory.scale}), memory.distance);
    return moved(sum(base, memory.scale == 1 ? inexact(index) : Value{}), memory.distance);
}

std::int64_t Addresses::top(std::uint32_t part, bool stores) const { return stores ? known_.saved[part & 1] : kArguments; }

/// Of a fill or copy with `rep`, as many as %rcx says.
std::optional<std::int64_t> Addresses::bytes_of(std::size_t k, const Memory& memory) const
{
    constexpr std::int64_t kMost = 1 << 28;
    const Value& times = known_.before[k][kRcx];
    if (!function_[k]->repeats) return memory.bytes;
    return times.kind == Value::number && times.offset >= 0 && times.offset <= kMost ? std::optional(times.offset * memory.bytes) : std::nullopt;
}

bool Addresses::certain(std::size_t k, const Memory& memory) const
{
    const Value at = of(k, memory);
    const auto bytes = bytes_of(k, memory);
    if (!at.exact || !bytes) return false;
    const std::int64_t end = at.offset + *bytes;
    if (at.kind == Value::constant) return !memory.stores && at.offset >= 0 && std::uint64_t(end) <= object_.sections[at.part].size;
    const Value& pointer = known_.before[k][kRsp];
    if (at.kind != Value::stack || pointer.kind != Value::stack || !pointer.exact) return false;
    const bool above = at.part < pointer.part;    // between the caller's frame and where the stack was aligned
    return (above ? at.offset >= known_.aligned : at.part == pointer.part && at.offset >= pointer.offset - kRedZone) && end <= top(at.part, memory.stores);
}

std::optional<std::int64_t> Addresses::room(std::size_t k, bool stores) const
{
    const Value& pointer = known_.before[k][kRsp];
    if (pointer.kind != Value::stack || !pointer.exact) return std::nullopt;
    return top(pointer.part, stores) - pointer.offset + kRedZone;
}

bool is_constant(const Object& object, const Symbol& symbol)
{
    if (!symbol.is_defined() || symbol.section >= object.sections.size()) return false;
    const Section& section = object.sections[symbol.section];
    return !section.is_writable() || section.name.starts_with(".data.rel.ro");
}

}  // namespace halo::grader::gate
