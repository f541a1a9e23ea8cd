#pragma once
// Hidden tests run in a process of their own, so that nothing a student is shown comes from a process that has seen their sizes.

#include <vector>

#include "harness/judge/judge.hpp"
#include "harness/judge/plan.hpp"

namespace halo::lab {

/// Of these calls, those of the tests that are hidden, or all others.
std::vector<PlannedCall> calls_of(const Lab& lab, std::vector<PlannedCall> calls, bool hidden);

/// Does a hidden test say the verdict? A failure that the student may see goes first, however the hidden tests ended: they say nothing more.
bool hidden_leads(const DetailedJudgement& seen, const DetailedJudgement& hidden);

/// One judgement on both processes. The one that leads says the verdict and the message, and asks; counts, bounds and leaks are those of the tests that everybody sees.
DetailedJudgement joined(DetailedJudgement seen, DetailedJudgement hidden);

/// The judgement where a limit ended the first process, and the second never began. `calls` are those of the hidden tests. Throws std::runtime_error if
/// the first passed: then there is no reason for it.
DetailedJudgement joined_without(DetailedJudgement seen, const Lab& lab, const std::vector<PlannedCall>& calls);

}  // namespace halo::lab
