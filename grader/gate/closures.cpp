#include "gate/closures.hpp"

#include <array>
#include <optional>

namespace halo::grader::gate {
namespace {

enum class Holds { anything, closure, argument, stack };   // an address in the closure, or what was loaded from there, or an address of the stack

class Contents {
public:
    Contents() { holds_[kRdi] = Holds::closure; }

    Holds of(unsigned reg) const
    {
        const int number = number_of(reg);
        return number == kNoRegister ? Holds::anything : number == kRsp ? Holds::stack : holds_[std::size_t(number)];
    }

    void after(const Instruction& i)
    {
        Holds now = Holds::anything;
        unsigned reg = 0;
        if (i.loads != 0 && i.memory) {
            reg = i.loads;
            if (i.memory->base == Memory::pointer && !i.memory->indexed && of(i.memory->reg) == Holds::closure) now = Holds::argument;
        } else if (i.sets != 0) {
            reg = i.sets;
            if (i.copies != 0 || i.adds_constant) now = of(i.copies != 0 ? i.copies : i.from);
            if (i.copies == 0 && i.address == Memory::stack) now = Holds::stack;   // a large struct is copied to where the kernel expects it
        }
        for (std::size_t r = 0; r < holds_.size(); ++r)
            if ((i.writes >> r & 1) != 0 || (i.calls && (kKeptByCalls >> r & 1) == 0)) holds_[r] = Holds::anything;
        if (const int number = number_of(reg); number != kNoRegister) holds_[std::size_t(number)] = now;
    }

private:
    std::array<Holds, 16> holds_{};
};

}  // namespace

bool is_closure(std::string_view name) { return name.find("12call_closure") != name.npos; }

const Instruction* outside_closure(const std::vector<const Instruction*>& function)
{
    Contents registers;
    for (const Instruction* i : function) {
        for (const std::optional<Memory>& memory : {i->memory, i->source}) {
            if (!memory) continue;
            const bool known = !memory->indexed && registers.of(memory->reg) != Holds::anything;
            if (memory->base == Memory::pointer && !i->calls && !known) return i;
        }
        registers.after(*i);
    }
    return nullptr;
}

}  // namespace halo::grader::gate
