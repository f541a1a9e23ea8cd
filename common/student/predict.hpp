#pragma once
// `make predict`, and `make profile`, which asks first.

#include <string>
#include <string_view>
#include <vector>

#include "student/place.hpp"
#include "student/predictions.hpp"

namespace halo::student {

/// Asks what is still open, in the terminal. `given`: answers on the command line instead, `global_loads = 20 * 300; idle_threads = ?`.
/// `again`: what was answered is open again.
int predict(const Place& place, const std::string& given, bool again);

/// Asks what is open if there is a terminal, then prints counters, predictions and what each line does. `as_json`: asks nothing, and prints
/// predictions and their counts for a course to read.
int profile(const Place& place, const std::vector<std::string>& arguments, bool as_json);

/// Answers on the command line; `?` alone declines all that is open. Throws Refusal at what it does not understand.
void take(Asked& asked, std::string_view given);

/// What is still open, and how to answer without a terminal; if nothing is, the answers.
std::string overview(const Asked& asked);

}  // namespace halo::student
