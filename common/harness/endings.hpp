#pragma once
// What is said when the program under test ended badly, seen from outside.

#include <string>

#include "harness/failure.hpp"

namespace halo::lab {

/// `ended` as in judge(); `during` says which call was going on: `in a call with 33 x 17 image, radius 2`.
/// Also for `exit:0`: the program ended in order, but before the results were complete.
Failure ending(const std::string& function, const std::string& ended, const std::string& during);

/// For bytes that no honest program writes; `damage` says which.
Failure unreadable(const std::string& function, const std::string& damage);

}  // namespace halo::lab
