#include "gate/own_addresses.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

namespace halo::grader::gate {
namespace {

constexpr std::uint16_t kKeptByCallsHere = 1 << 1 | 1 << 6 | 1 << 7 | 1 << 12 | 1 << 13 | 1 << 14 | 1 << 15;   // rbx, rbp, rsp, r12 to r15

struct State {
    std::uint16_t registers = 0;
    std::set<std::int64_t> slots{};   ///< of the stack, which keep such an address

    bool has(unsigned reg) const
    {
        const int number = number_of(reg);
        return number != kNoRegister && (registers >> number & 1) != 0;
    }
    bool operator==(const State&) const = default;
};

State both(const State& a, const State& b)
{
    State out{std::uint16_t(a.registers & b.registers), {}};
    std::set_intersection(a.slots.begin(), a.slots.end(), b.slots.begin(), b.slots.end(), std::inserter(out.slots, out.slots.end()));
    return out;
}

bool is_slot(const Instruction& i) { return i.memory && i.memory->base == Memory::stack && !i.memory->indexed; }

/// Whether the instruction leaves an own address in the register that it writes.
bool makes_address(const Object& object, const State& state, const Instruction& i)
{
    if (i.loads != 0) return is_slot(i) && state.slots.contains(i.memory->distance);
    if (i.adds_to != 0) return state.has(i.adds_to) || state.has(i.added);
    if (i.sets == 0) return false;
    if (i.copies != 0) return state.has(i.copies);
    const bool constant = i.address == Memory::program && i.relocation != nullptr && is_constant(object, object.symbols[i.relocation->symbol]);
    return i.address == Memory::stack || constant || state.has(i.from) || state.has(i.index);
}

void step(const Object& object, State& state, const Instruction& i)
{
    const bool address = makes_address(object, state, i);
    if (i.keeps != 0 && is_slot(i)) {
        if (state.has(i.keeps)) state.slots.insert(i.memory->distance);
        else state.slots.erase(i.memory->distance);
    }
    if (i.calls) state.registers &= kKeptByCallsHere;
    state.registers = std::uint16_t(state.registers & ~i.writes);
    const unsigned reg = i.loads != 0 ? i.loads : i.adds_to != 0 ? i.adds_to : i.sets;
    if (const int number = number_of(reg); address && number != kNoRegister) state.registers = std::uint16_t(state.registers | 1 << number);
}

/// Instructions that are entered from one place to the next.
class Flow {
public:
    Flow(const Object& object, const std::vector<const Instruction*>& function) : object_(object), f_(function), before_(function.size())
    {
        for (std::size_t k = 0; k < f_.size(); ++k) index_[f_[k]->offset] = k;
    }

    std::vector<std::uint16_t> registers()
    {
        if (f_.empty()) return {};
        enter(0, {});
        run();
        // Cases of a switch, or handlers of exceptions: as after every jump whose target is not known.
        for (std::size_t k = 1; k < f_.size(); ++k)
            if (!before_[k] && !f_[k]->nothing) {
                enter(k, elsewhere_.value_or(State{}));
                run();
            }
        std::vector<std::uint16_t> out;
        for (const auto& state : before_) out.push_back(state ? state->registers : std::uint16_t(0));
        return out;
    }

private:
    void enter(std::size_t k, const State& state)
    {
        const State now = before_[k] ? both(*before_[k], state) : state;
        if (before_[k] && now == *before_[k]) return;
        before_[k] = now;
        work_.insert(k);
    }

    void run()
    {
        while (!work_.empty()) {
            const std::size_t k = *work_.begin();
            work_.erase(work_.begin());
            State state = *before_[k];
            const Instruction& i = *f_[k];
            step(object_, state, i);
            if (i.branches && !i.calls) {
                if (!i.target) elsewhere_ = elsewhere_ ? both(*elsewhere_, state) : state;
                else if (const auto to = index_.find(std::uint32_t(*i.target)); to != index_.end()) enter(to->second, state);
            }
            if (!i.ends && k + 1 < f_.size()) enter(k + 1, state);
        }
    }

    const Object& object_;
    const std::vector<const Instruction*>& f_;
    std::vector<std::optional<State>> before_;
    std::map<std::uint32_t, std::size_t> index_;
    std::set<std::size_t> work_;
    std::optional<State> elsewhere_;
};

}  // namespace

bool is_constant(const Object& object, const Symbol& symbol)
{
    if (!symbol.is_defined() || symbol.section >= object.sections.size()) return false;
    const Section& section = object.sections[symbol.section];
    return !section.is_writable() || section.name.starts_with(".data.rel.ro");
}

std::vector<std::uint16_t> own_addresses(const Object& object, const std::vector<const Instruction*>& function) { return Flow(object, function).registers(); }

}  // namespace halo::grader::gate
