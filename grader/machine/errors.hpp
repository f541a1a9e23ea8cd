#pragma once
// Whose fault it is that the grader cannot continue.

#include <stdexcept>
#include <utility>

#include "findings/verdict.hpp"

namespace halo::grader {

/// The grader was used wrongly: exit code 1.
struct UsageError : std::runtime_error {
    explicit UsageError(Message what) : std::runtime_error(text(what)), message(std::move(what)) {}
    Message message;
};

/// The grader itself, or the machine under it, failed: exit code 2; costs no student a point.
struct GraderFault : std::runtime_error {
    explicit GraderFault(Message what) : std::runtime_error(text(what)), message(std::move(what)) {}
    Message message;
};

}  // namespace halo::grader
