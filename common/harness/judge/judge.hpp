#pragma once
// From a response to a verdict. The student's test program and the grader's judge use the same code.

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "findings/judgement.hpp"
#include "harness/judge/inquiry.hpp"
#include "harness/judge/plan.hpp"
#include "harness/judge/prediction.hpp"
#include "harness/wire/wire.hpp"

namespace halo::lab {

/// Reuse is missing below this share of the way from the basic kernel's ratio, 1, to the expected one. Right kernels of other
/// shapes lie between, down to 0.18; the nearest that lacks a lab's idea has 0.16 (solutions/10_conv2d_shuffle, no_shuffle).
inline constexpr double kReuseGate = 1.0 / 6;
/// Below this share of the expected ratio, a pass says what it is. The grader's credit is proportional up to there (course.toml).
inline constexpr double kFullReuse = 0.9;

/// A judgement, with details that only the student's own run shows.
struct DetailedJudgement : Judgement {
    bool tentative = false;                             ///< based on so few elements that it may be chance
    std::optional<Message> leak;                    ///< all arrays that were not freed, in one message
    std::vector<Message> noted;                     ///< on a pass: the other findings that are remarks
    Size measured_size;                             ///< of the last call of the measured case
    double measured_ms = 0;
    std::map<std::string, std::uint64_t> limits;    ///< of the measured case: the most that each counter may be, by name
    std::optional<Inquiry> inquiry;                 ///< what to ask next: the result is wrong, and may be explained better
    bool asked = false;                             ///< the message rests on an answer
    std::vector<std::uint64_t Counters::*> remarked;    ///< of each remark, the counter that it is about
    std::vector<LineTraffic> lines;                 ///< of the measured case, if they were asked for
};

/// Inputs of all planned calls.
Request request_for(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls);

/// What must have made a response, as the judge knows from elsewhere: the engine counts, a GPU does not.
enum class MadeBy { engine, gpu };

/// Judges the response of `run` to `request_for(calls)`. `ended` is how it ended, as seen from outside:
/// `exit:0`, `exit:N`, `signal:N`, `timeout`, `memory` or `output`. Any bytes whatever lead to a judgement.
/// If the judgement has an inquiry, the answer to it makes a second judgement, with the same verdict and a better message.
/// No message shows a count of the measured case that waits for a prediction.
/// A call for a card must be right, as all others; if everything passes, its counts become bounds. The rest of the judgement says nothing of it.
DetailedJudgement judge(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls,
                        std::string_view response, const std::string& ended, const std::optional<Answer>& answer = {},
                        const Predictions& predictions = {}, MadeBy made_by = MadeBy::engine);

/// Should `a` be shown first: is it worse, or equally bad and better understood?
bool outweighs(const DetailedJudgement& a, const DetailedJudgement& b);

}  // namespace halo::lab
