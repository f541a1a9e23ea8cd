#pragma once
// What is said about one function of one submission.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "message.hpp"

namespace halo::grader {

/// In order of precedence: of two that hold, the one further up is said.
enum class Verdict {
    grader_fault,      ///< ours; costs nobody a point
    missing,
    does_not_compile,
    timeout,
    memory_limit,
    crash,
    out_of_bounds,
    barrier,
    race,
    uninitialised,
    wrong_result,
    slow_pattern,
    passed,
};

std::string_view name(Verdict verdict);                     ///< `out_of_bounds`, in files
std::string words(Verdict verdict);                         ///< `out of bounds`, for people
std::optional<Verdict> verdict_named(std::string_view text);

struct Case {
    std::string name, verdict, message;
};

struct FoundCause {
    std::string kind;
    Message message;
    std::uint64_t count = 1;
};

/// The verdict on a function, with all that stands behind it.
struct Judgement {
    std::string function;
    Verdict verdict = Verdict::grader_fault;
    Message message;
    std::vector<std::pair<std::string, std::uint64_t>> counters;
    std::optional<double> reuse_ratio;           ///< measured
    std::optional<double> expected_reuse_ratio;  ///< exact, with ghost elements
    std::optional<double> interior_reuse_ratio;  ///< closed form for tiles away from the edges
    std::optional<double> speedup;               ///< only ever from a real card
    std::uint64_t leaked_bytes = 0;
    std::vector<Case> cases;
    std::vector<FoundCause> findings;
    std::string printed;                         ///< what the student's program or the compiler wrote; shown, never believed
};

/// A judgement that is nothing but a verdict and its message.
Judgement said(std::string function, Verdict verdict, Message message);

nlohmann::ordered_json to_json(const Judgement& judgement);

/// Throws GraderFault when a field is absent or of another type, or the verdict has no such name.
Judgement judgement_from_json(std::string_view text);

}  // namespace halo::grader
