#pragma once
// The verdicts and their precedence, and the three-line message.

#include <optional>
#include <string>
#include <string_view>

namespace halo {

/// What became of a function. The order is the order of precedence: of two verdicts the smaller one counts.
enum class Verdict {
    grader_fault,      ///< the grader's own fault; costs no student a point
    missing,
    does_not_compile,
    timeout,
    memory_limit,
    crash,             ///< the program or a kernel died, or threw
    cuda_error,        ///< a CUDA call or a launch was refused
    out_of_bounds,
    barrier,
    race,
    uninitialised,
    wrong_result,
    implausible,       ///< right values, but counts that no honest kernel can have
    slow_pattern,
    passed,
};

/// The name used in files and on the command line: `out_of_bounds`.
std::string_view name(Verdict verdict);

/// `out of bounds`, for people.
std::string words(Verdict verdict);

/// The verdict of that name, if there is one.
std::optional<Verdict> verdict_named(std::string_view name);

/// The one of the two that counts.
constexpr Verdict worse(Verdict a, Verdict b) { return a < b ? a : b; }

/// What happened, where, and what to try. The headline stands alone and begins with `file:line:` if there is one.
struct Message {
    std::string headline;
    std::string where;
    std::string attempt;              ///< printed after `try:`
    std::string what = {};            ///< what was computed instead, in lines: a sentence, then a drawing; most messages need none

    friend bool operator==(const Message&, const Message&) = default;
};

/// The three lines as everything prints them. A line without text is left out; no newline at the end.
std::string text(const Message& message);

/// Parses what text() wrote, for messages that were passed on as the text of an exception.
Message message_from_text(std::string_view text);

}  // namespace halo
