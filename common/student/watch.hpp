#pragma once
// One screen after each save: the first problem, and what to do.

#include <string>
#include <string_view>

#include "student/place.hpp"

namespace halo::student {

/// What a screen shows; if it does not fit, the body is truncated, never the foot.
struct Report {
    std::string body, foot;
};

/// From a test program's output: what is below its list of tests, with the last line as the foot.
Report report_of_tests(std::string_view output, int warnings);

/// From the compiler's lines: the first error.
Report report_of_errors(std::string_view output);

/// Builds and tests after each save, until it is interrupted.
[[noreturn]] void watch(const Place& place);

}  // namespace halo::student
