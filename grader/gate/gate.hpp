#pragma once
// The object gate: what is wrong with an object that a submission was compiled to.

#include <cstdint>
#include <string>
#include <vector>

#include "gate/refusal.hpp"

namespace halo::grader::gate {

struct Checked {
    std::vector<Refusal> refusals;
    std::vector<std::uint8_t> guarded{};    ///< the object with hooks where the compiler has left them out; empty if it lacks none
    std::vector<std::string> completed{};   ///< the functions that get some
};

/// Takes any bytes. `headers`: the folder of the engine's headers, as the compiler was given it. Throws std::runtime_error if the file can't be read.
Checked checked(const std::string& file, const std::string& headers);

/// Empty if the object may be linked, once it has those hooks.
std::vector<Refusal> refusals(const std::string& file, const std::string& headers);

}  // namespace halo::grader::gate
