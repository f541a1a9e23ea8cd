#pragma once
// The failures of a program that ended badly, as seen from outside.

#include <string>

#include "harness/judge/failure.hpp"

namespace halo::lab {

/// `ended` as in judge(); `during` says which call was running: `in a call with 33 x 17 image, radius 2`.
/// Also for `exit:0`: the program exited normally, but before the results were complete.
Failure ending(const std::string& function, const std::string& ended, const std::string& during);

/// For bytes that no honest program writes; `damage` says which.
Failure unreadable(const std::string& function, const std::string& damage);

}  // namespace halo::lab
