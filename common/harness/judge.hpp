#pragma once
// From a response to a verdict. The student's test program and the grader's judge use the same code.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/counters.hpp"
#include "findings/finding.hpp"
#include "findings/mistake.hpp"
#include "findings/verdict.hpp"
#include "harness/plan.hpp"
#include "harness/wire.hpp"

namespace halo::lab {

/// Full credit begins at this part of the expected reuse_ratio: a right solution may use other shapes.
inline constexpr double kReuseGate = 0.9;

/// What became of one sentence.
struct CaseResult {
    std::string sentence;
    Verdict verdict = Verdict::passed;
    Message message;                  ///< empty when passed
    std::optional<Mistake> mistake;   ///< what its hints are for; nothing when passed
    bool faint = false;               ///< shown by so few elements that it may be chance
};

/// One cause, over all calls.
struct FoundCause {
    Finding finding;                  ///< the first occurrence; `count` is of all calls
    Message message;
    Size size;                        ///< of the call where it occurred first
};

struct Judgement {
    std::string function;
    Verdict verdict = Verdict::passed;
    Message message;
    std::optional<Mistake> mistake;
    bool faint = false;                             ///< shown by so few elements that it may be chance
    std::optional<Counters> counters;               ///< of the last call of the measured case
    std::optional<double> reuse_ratio;
    std::optional<double> expected_reuse_ratio;     ///< exact, with ghost elements
    std::optional<double> interior_reuse_ratio;     ///< closed form
    std::map<std::string, std::uint64_t> limits;    ///< of the measured case: counters by name, and the most that will do
    Size measured_size;
    double measured_ms = 0;
    std::uint64_t leaked_bytes = 0;
    std::vector<CaseResult> cases;
    std::vector<FoundCause> findings;
};

/// Under which results and hints know it; empty when passed.
inline std::string_view key_of(const Judgement& judgement) { return judgement.mistake ? name(halo::key_of(*judgement.mistake)) : ""; }

/// Inputs of all planned calls.
Request request_for(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls);

/// Judges what `run` wrote when it was given `request_for(calls)`. `ended` is what was seen from outside:
/// `exit:0`, `exit:N`, `signal:N`, `timeout`, `memory` or `output`. Any bytes at all give a judgement.
Judgement judge(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls,
                std::string_view response, const std::string& ended);

/// What it left on the device, all arrays in one message; nothing when there is none.
std::optional<Message> leak_message(const Judgement& judgement);

/// Is `a` the one to show first: the worse, or of two equal verdicts the one that is understood?
bool outweighs(const Judgement& a, const Judgement& b);

/// The object that the grader reads; its fields are those of Judgement. UTF-8 whatever the strings hold.
std::string to_json(const Judgement& judgement);

}  // namespace halo::lab
