#pragma once
// How the solution of a lab differs from the student's file, and what it says about its cost.

#include <string>
#include <string_view>

#include "student/place.hpp"

namespace halo::student {

/// The comment at the end of a solution, without its slashes.
std::string commentary(std::string_view solution);

/// The solution as it is shown: without the marks of what the slides quote.
std::string without_regions(std::string_view solution);

/// Refuses until the lab has passed, unless `force`: a solution cannot be unread.
int solution(const Place& place, bool force);

}  // namespace halo::student
