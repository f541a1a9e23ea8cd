#pragma once
// Why a command stops early, and the exit code that says who can fix it.

#include <exception>
#include <string>

#include "findings/verdict.hpp"

namespace halo::student {

inline constexpr int kStudentsFault = 1, kWorkbooksFault = 2;

/// A message for standard error, and an exit code.
class Stop : public std::exception {
public:
    Stop(int exit_code, const Message& message) : exit_code(exit_code), text_(text(message)) {}
    const char* what() const noexcept override { return text_.c_str(); }
    int exit_code;

private:
    std::string text_;
};

/// The caller can fix it: exit code 1.
struct Refusal : Stop {
    explicit Refusal(const Message& message) : Stop(kStudentsFault, message) {}
};

/// The workbook is at fault, or the machine: exit code 2.
struct Fault : Stop {
    explicit Fault(const Message& message) : Stop(kWorkbooksFault, message) {}
};

/// Ctrl-C, or a request to end. A file that was being written is unchanged.
struct Interrupted {};

}  // namespace halo::student
