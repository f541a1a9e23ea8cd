#pragma once
// From a response to a verdict. The student's test program and the grader's judge use the same code.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/judgement.hpp"
#include "harness/plan.hpp"
#include "harness/wire.hpp"

namespace halo::lab {

/// Full credit begins at this part of the expected reuse_ratio: a right solution may use other shapes.
inline constexpr double kReuseGate = 0.9;

/// A judgement, and what only the student's own run shows.
struct DetailedJudgement : Judgement {
    bool faint = false;                             ///< shown by so few elements that it may be chance
    std::optional<Message> leak;                    ///< all arrays that stay on the device, in one message
    Size measured_size;                             ///< of the last call of the measured case
    double measured_ms = 0;
    std::map<std::string, std::uint64_t> limits;    ///< of the measured case: counters by name, and the most that will do
};

/// Inputs of all planned calls.
Request request_for(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls);

/// Judges what `run` wrote when it was given `request_for(calls)`. `ended` is what was seen from outside:
/// `exit:0`, `exit:N`, `signal:N`, `timeout`, `memory` or `output`. Any bytes at all give a judgement.
DetailedJudgement judge(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls,
                        std::string_view response, const std::string& ended);

/// Is `a` the one to show first: the worse, or of two equal verdicts the one that is understood?
bool outweighs(const DetailedJudgement& a, const DetailedJudgement& b);

}  // namespace halo::lab
