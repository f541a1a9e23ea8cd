#pragma once
// One screen after each save: the first thing that is wrong, and what to do.

#include <string>
#include <string_view>

#include "student/place.hpp"

namespace halo::student {

/// What a screen shows; the foot stays when the body has to be cut.
struct Report {
    std::string body, foot;
};

/// Of a test program's output: what is below its list of tests, its last line as the foot.
Report report_of_tests(std::string_view said, int warnings);

/// Of the compiler's lines: the first error.
Report report_of_errors(std::string_view said);

/// Builds and tests after each save, until it is interrupted.
[[noreturn]] void watch(const Place& place);

}  // namespace halo::student
