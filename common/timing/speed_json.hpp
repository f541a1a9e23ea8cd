#pragma once
// A speed for programs.

#include <string>

#include "timing/speed.hpp"

namespace halo::timing {

/// One line: {"function", "card", "size", "wanted", "bytes", "rounds", "disturbed", "wrong", "too_fast", "ms", "overhead_ms", "of_copy", "against":
/// [{"name", "faster"}]}; an interval is [low, median, high], or null where there is none.
std::string to_json(const Speed& speed);

/// {"function", "gone": why there is no speed}
std::string gone_json(const std::string& function, const std::string& why);

}  // namespace halo::timing
