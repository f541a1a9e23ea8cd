#pragma once
// What it means when the timer's own call on the card fails: nobody's function is to blame.

#include <stdexcept>
#include <string>

namespace halo::timing {

/// What happened, where, what to try.
struct Fault : std::runtime_error {
    Fault(const std::string& what, const std::string& where, const std::string& attempt);
};

/// Of a cudaError_t with its text, returned by `call`.
Fault card_fault(int status, const std::string& text, const std::string& call);

}  // namespace halo::timing
