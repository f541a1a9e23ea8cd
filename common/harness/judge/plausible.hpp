#pragma once
// Right values, but can a kernel have made them? What it must have loaded, and what it must have stored.

#include <optional>

#include "findings/counters.hpp"
#include "findings/evidence.hpp"
#include "findings/input_use.hpp"

namespace halo::lab {

/// What the task needs at least.
struct Needs {
    bool sums = true;                       ///< each output is a sum, no element of the input
    bool textures = false;                  ///< the input may come through one
    std::uint64_t loads = 0, stores = 0;    ///< by kernels, of the input and of the output
};

/// Kernels loaded the whole input and stored the whole output, and the host sent nothing of its own: whatever else host code does, a check of the result, say, is
/// its own affair.
bool computed_on_device(const InputUse& use, const Needs& needs);

/// Why no honest kernel can have these counts; nothing where one can.
std::optional<Diagnosis> implausible(const InputUse& use, const Counters& counters, const Needs& needs);

}  // namespace halo::lab
