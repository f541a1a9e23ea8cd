#include "harness/judge/apart.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace halo::lab {

namespace {

/// The same cause is one row, with the tests of both.
void add_causes(std::vector<JudgedCause>& all, std::vector<JudgedCause> more)
{
    for (JudgedCause& cause : more) {
        const auto known = std::ranges::find_if(all, [&](const JudgedCause& one) { return one.kind == cause.kind && one.message.headline == cause.message.headline; });
        if (known == all.end()) {
            all.push_back(std::move(cause));
            continue;
        }
        known->count += cause.count;
        known->in.insert(known->in.end(), cause.in.begin(), cause.in.end());
    }
}

}  // namespace

bool hidden_leads(const DetailedJudgement& seen, const DetailedJudgement& hidden) { return seen.verdict >= Verdict::slow_pattern && hidden.verdict < seen.verdict; }

std::vector<PlannedCall> calls_of(const Lab& lab, std::vector<PlannedCall> calls, bool hidden)
{
    std::erase_if(calls, [&](const PlannedCall& call) { return lab.cases[call.case_index].hidden != hidden; });
    return calls;
}

DetailedJudgement joined(DetailedJudgement seen, DetailedJudgement hidden)
{
    std::vector<JudgedCase> cases = std::move(seen.cases);
    cases.insert(cases.end(), hidden.cases.begin(), hidden.cases.end());
    std::vector<JudgedCause> findings = std::move(seen.findings);
    add_causes(findings, std::move(hidden.findings));
    if (hidden_leads(seen, hidden)) {
        seen.verdict = hidden.verdict;
        seen.message = std::move(hidden.message);
        seen.about = std::move(hidden.about);
        seen.key = hidden.key;
        seen.tentative = hidden.tentative;
        seen.asked = hidden.asked;
        seen.wrong_output = std::move(hidden.wrong_output);
        seen.inquiry = std::move(hidden.inquiry);
        seen.remarks.clear();
        seen.bounds.clear();
    }
    seen.cases = std::move(cases);
    seen.findings = std::move(findings);
    if (seen.verdict == Verdict::passed) seen.message.headline = pass_headline(seen);
    return seen;
}

DetailedJudgement joined_without(DetailedJudgement seen, const Lab& lab, const std::vector<PlannedCall>& calls)
{
    if (!calls.empty() && seen.verdict == Verdict::passed) throw std::runtime_error("the response to the hidden tests is missing");
    for (std::size_t i = 0; i < calls.size(); ++i)
        if (i == 0 || calls[i].case_index != calls[i - 1].case_index)
            seen.cases.push_back({.name = lab.cases[calls[i].case_index].sentence, .verdict = seen.verdict, .message = seen.message, .ran = false, .about = seen.about});
    return seen;
}

}  // namespace halo::lab
