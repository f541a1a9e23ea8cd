#pragma once
// Building a lab's program with ninja, and whose mistake it is when that fails.

#include <optional>
#include <string>

#include "student/place.hpp"
#include "student/result.hpp"

namespace halo::student {

struct Built {
    int code = 0;                       ///< 0 built; 1 the student's mistake, 2 the workbook's
    std::string output = {};            ///< the compiler's lines about the student's file, or a message
    std::optional<Result> result = {};  ///< if the mistake is the student's
    std::string source = {};            ///< fingerprint() of the student's file, taken before
};

/// Builds `labs/KIND_STEM`. What takes more than a few steps is counted on standard error.
Built built(const Place& place, const std::string& kind);

}  // namespace halo::student
