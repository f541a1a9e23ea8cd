#pragma once
// Guards: an access that no hook reports, and that nothing shows to be the function's own, gets a hook before the object is linked. The
// instruction becomes a jump to the section's end, where the address is looked at first. So is that which a function of the library is given to
// store to, and where device code goes by an address that it loads. What comes after a hook's call names the instruction that it is called for.

#include <cstdint>
#include <span>
#include <vector>

#include "gate/code.hpp"
#include "gate/object.hpp"

namespace halo::grader::gate {

/// Memory that is looked at before an instruction. Where all of it is in `room`, no hook is called.
struct Check {
    Memory memory;
    bool range = false;                    ///< of an instruction with `rep`
    enum Room : std::uint8_t { nowhere, stack, constant } room = nowhere;
    std::int64_t bytes = 0;                ///< of the room; of the stack, from 128 below its pointer
    std::uint32_t section = 0;             ///< of a constant
};

/// A function's code.
struct Within {
    std::uint32_t symbol = 0;
    std::int64_t bytes = 0;
};

struct Guard {
    std::size_t section = 0;
    const Instruction* at = nullptr;
    std::vector<Check> checks;
    bool goes = false;                     ///< to an address that it loads: to a function of `targets`, or with a jump within
    std::vector<Within> own{};
};

using Guards = std::vector<Guard>;

struct Guarded {
    std::vector<std::uint8_t> bytes{};     ///< the object; empty if nothing is to be looked at
    std::vector<const Guard*> without{};   ///< those for which there is no room in the code
};

Guarded with_guards(std::span<const std::uint8_t> bytes, const Object& object, const std::vector<Code>& code, const Guards& guards, const std::vector<std::uint32_t>& targets);

}  // namespace halo::grader::gate
