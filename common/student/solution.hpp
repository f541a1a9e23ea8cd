#pragma once
// How the solution of a lab differs from the student's file, and what it says about its cost.

#include <string>
#include <string_view>

#include "student/place.hpp"

namespace halo::student {

/// The comment at the end of a solution, without its slashes.
std::string commentary(std::string_view solution);

/// Not before the lab has passed, since it can be read once, unless `force`.
int solution(const Place& place, bool force);

}  // namespace halo::student
