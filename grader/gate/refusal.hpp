#pragma once
// Why an object is not linked: what the program halo-gate writes, a line for each reason, and what the grader reads.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace halo::grader::gate {

enum class Rule {
    damaged,       ///< not an object that the compiler made
    name,          ///< uses a function that submissions may not call
    own_name,      ///< defines a name that belongs to others
    section,       ///< has a section that the translation never makes
    start,         ///< runs code at the program's start or end by other means than a global variable
    instruction,   ///< has an instruction that the compiler never makes of C++
    place,         ///< jumps or points into the middle of an instruction
    stack,         ///< takes room on the stack by a number that is known only at run time
    unhooked,      ///< a function that touches memory and doesn't report it
    host_function, ///< device code calls a function of the host
    engine_call,   ///< calls what the engine has for its headers alone
};

/// As halo-gate writes it: "unhooked".
std::string_view key(Rule rule);

struct Refusal {
    Rule rule = Rule::damaged;
    std::string word;       ///< the name, section or instruction
    std::string function;   ///< where it is used; empty if in none
    std::string file;       ///< of `line`; empty if unknown
    int line = 0;           ///< 0: unknown
    bool operator==(const Refusal&) const = default;
};

/// One line of text. Bytes that are not printable, which an object may have in its names, become `?`.
std::string written(const Refusal& refusal);

/// The refusals in halo-gate's output; nullopt if it is anything else.
std::optional<std::vector<Refusal>> read_refusals(std::string_view text);

}  // namespace halo::grader::gate
