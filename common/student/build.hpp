#pragma once
// Building a lab's program with ninja, and whose mistake it is when that fails.

#include <optional>
#include <string>

#include "student/place.hpp"
#include "student/result.hpp"

namespace halo::student {

struct Built {
    int code = 0;                       ///< 0 built; 1 the student's mistake, 2 the workbook's
    std::string said = {};              ///< what the compiler says about the student's file, or a message; empty if nothing
    std::optional<Result> result = {};  ///< of a student's mistake
};

/// Says on standard error that the first program takes long, if none is there yet. `kind`: `test` or `gpu`.
void say_if_long(const Place& place, const std::string& kind);

/// Builds `labs/KIND_STEM`.
Built built(const Place& place, const std::string& kind);

}  // namespace halo::student
