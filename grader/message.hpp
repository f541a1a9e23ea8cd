#pragma once
// What a person reads: what happened, where, what to try. The first line stands alone.

#include <stdexcept>
#include <string>

namespace halo::grader {

struct Message {
    std::string headline;
    std::string where;
    std::string advice;
    friend bool operator==(const Message&, const Message&) = default;
};

/// Three lines, without those that have nothing to say; ends without a line break.
std::string to_string(const Message& message);

/// Somebody used the grader wrongly: exit code 1.
struct UsageError : std::runtime_error {
    explicit UsageError(Message what) : std::runtime_error(to_string(what)), message(std::move(what)) {}
    Message message;
};

/// The grader itself, or the machine under it, failed: exit code 2; costs no student a point.
struct GraderFault : std::runtime_error {
    explicit GraderFault(Message what) : std::runtime_error(to_string(what)), message(std::move(what)) {}
    Message message;
};

}  // namespace halo::grader
