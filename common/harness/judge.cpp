#include "harness/judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "harness/card_bounds.hpp"
#include "harness/causes.hpp"
#include "harness/endings.hpp"
#include "harness/failure.hpp"

namespace halo::lab {

namespace {

using Failed = std::optional<Failure>;

/// One of the lab's tests, and the worst failure of its calls.
struct TriedCase {
    std::size_t index;          ///< into `Lab::cases`
    std::string sentence;
    Failed worst;
};

/// One cause, over all calls.
struct FoundCause {
    Finding finding;        ///< the first occurrence; `count` is of all calls
    Size size;              ///< of the call where it occurred first
};

TriedCase& tried(std::vector<TriedCase>& cases, const Lab& lab, std::size_t index)
{
    const auto known = std::ranges::find(cases, index, &TriedCase::index);
    if (known != cases.end()) return *known;
    cases.push_back({index, lab.cases[index].sentence, Failed{}});
    return cases.back();
}

/// Counts mean something only when the values are right.
void measure(DetailedJudgement& judgement, const Call& c, const Failed& failed)
{
    judgement.measured_size = c.planned.size;
    const Loads& loads = c.expected.loads;
    if (loads.tiled) judgement.expected_reuse_ratio = *loads.basic / *loads.tiled;
    judgement.interior_reuse_ratio = loads.interior_ratio;
    judgement.limits.clear();
    for (const Limit& limit : c.lab.limits)
        if (!limit.remark && limit.function == c.entry.name && limit.case_index == c.planned.case_index) judgement.limits[limit.counter] = std::uint64_t(most(limit, c.expected));

    judgement.counters.reset();
    judgement.reuse_ratio.reset();
    if (failed && failed->verdict != Verdict::slow_pattern) return;
    judgement.measured_ms = c.returned.facts.ms;
    judgement.counters = c.counters();
    judgement.lines = c.returned.facts.lines;
    judgement.remarks.clear();
    judgement.remarked.clear();
    if (!failed)
        for (const Remark& remark : remarks_on(c)) {
            judgement.remarks.push_back(remark.message);
            judgement.remarked.push_back(remark.about);
        }
    if (loads.basic && judgement.counters && judgement.counters->global_loads > 0)
        judgement.reuse_ratio = *loads.basic / double(judgement.counters->global_loads);
}

void collect_findings(std::vector<FoundCause>& causes, const Call& c)
{
    for (Finding finding : c.returned.facts.findings) {
        if (finding.kernel.empty() && finding.at.line == 0) finding.kernel = c.entry.name;
        const auto known = std::ranges::find_if(causes, [&](const FoundCause& cause) { return same_cause(cause.finding, finding); });
        if (known == causes.end()) causes.push_back({std::move(finding), c.planned.size});
        else known->finding.count += finding.count;
    }
}

/// The engine counts in every call that it makes; where a call could not be made, there is an error.
bool lacks_counts(const Facts& facts) { return !facts.error && (!facts.counters || !facts.input_use); }

/// How well a failure is understood. `not_started` yields to anything else; a key that equals its verdict explains nothing more.
int understood(Verdict verdict, std::optional<Key> key, bool tentative, bool asked)
{
    if (asked) return 4;
    if (!key) return 2;
    return *key == Key::not_started ? 0 : tentative ? 1 : name(*key) == name(verdict) ? 2 : 3;
}

/// The worse verdict goes first; of two equal verdicts the one that is better understood. A tie keeps the earlier failure.
bool goes_first(const Failure& a, const Failed& b)
{
    const auto how_well = [](const Failure& one) { return understood(one.verdict, key_of(one.mistake), one.tentative, one.asked); };
    return !b || a.verdict < b->verdict || (a.verdict == b->verdict && how_well(a) > how_well(*b));
}

void blame(Failed& worst, const Failure& failure)
{
    if (goes_first(failure, worst)) worst = failure;
}

std::string during(const FunctionEntry& entry, const PlannedCall& call, const Returned& returned)
{
    return (returned.begun ? "in a call with " : "before a call with ") + entry.kind->describe(call.size);
}

/// The calls worth asking about, if one of them failed worst of all: their results are wrong, or never initialised, and what they
/// store and sum may say more.
std::vector<WrongCall> wrong_calls(const std::vector<TriedCase>& cases, const std::vector<WrongCall>& all)
{
    Failed worst;
    for (const TriedCase& one : cases)
        if (one.worst) blame(worst, *one.worst);
    return worst && worst->wrong_element ? all : std::vector<WrongCall>{};
}

/// An answer that leaves the values unexplained adds who stored them, but must not hide an explanation.
bool says_more(const Failure& answered, const Failed& before)
{
    return answered.mistake != Mistake::wrong_result || !before || before->mistake == Mistake::wrong_result;
}

void sum_up(DetailedJudgement& judgement, const std::vector<TriedCase>& cases, std::vector<FoundCause> causes, const Judged& kind)
{
    Failed worst;
    for (const TriedCase& one : cases) {
        judgement.cases.push_back({one.sentence, Verdict::passed, {}});
        if (!one.worst) continue;
        judgement.cases.back().verdict = one.worst->verdict;
        judgement.cases.back().message = one.worst->message;
        blame(worst, *one.worst);
    }

    std::ranges::stable_sort(causes, {}, [](const FoundCause& cause) { return cause.finding.kind; });
    std::vector<Finding> leaks;
    for (const auto& [finding, size] : causes) {
        judgement.findings.push_back({std::string(name(finding.kind)), message_of(kind, size, finding, cause_of(kind, size, finding)),
                                      finding.count});
        if (finding.kind == FindingKind::leak) leaks.push_back(finding);
    }
    if (!leaks.empty()) judgement.leak = describe_leaks(leaks);

    const bool some_right = std::ranges::any_of(cases, [](const TriedCase& one) { return !one.worst; });
    if (worst && some_right && key_of(worst->mistake) == Key::not_started) {
        const Explanation e = explain({Mistake::untouched_at_this_size}, kind->words());
        worst->mistake = Mistake::untouched_at_this_size;
        worst->message = {judgement.function + ": " + e.name, worst->size + "; " + e.seen, e.attempt};
    }
    if (worst) {
        judgement.remarks.clear();
        judgement.verdict = worst->verdict;
        judgement.message = worst->message;
        judgement.key = key_of(worst->mistake);
        judgement.tentative = worst->tentative;
        judgement.asked = worst->asked;
        judgement.wrong_output = worst->wrong_output;
        return;
    }
    judgement.verdict = Verdict::passed;
    const std::size_t n = judgement.cases.size();
    judgement.message.headline = fmt::format("{}: right in {} case{}", judgement.function,
                                             n == 1 ? "its" : fmt::format("all {}", n), n == 1 ? "" : "s");
    if (judgement.reuse_ratio && judgement.expected_reuse_ratio)
        judgement.message.headline += fmt::format("; reuse_ratio {:.2f}, expected {:.2f}", *judgement.reuse_ratio,
                                                  *judgement.expected_reuse_ratio);
    if (judgement.leaked_bytes > 0)
        judgement.message.headline += fmt::format("; {} bytes of device memory not freed",
                                                  thousands(std::int64_t(judgement.leaked_bytes)));
}

}  // namespace

bool outweighs(const DetailedJudgement& a, const DetailedJudgement& b)
{
    if (a.verdict != b.verdict) return a.verdict < b.verdict;
    return understood(a.verdict, a.key, a.tentative, a.asked) > understood(b.verdict, b.key, b.tentative, b.asked);
}

Request request_for(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls)
{
    Request request{function, {}};
    const FunctionEntry* entry = lab.find(function);
    for (const PlannedCall& call : calls) request.calls.push_back(entry->kind->make_inputs(call.size, call.seed));
    return request;
}

DetailedJudgement judge(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls,
                        std::string_view bytes, const std::string& ended, const std::optional<Answer>& answer,
                        const Predictions& predictions, MadeBy made_by)
{
    DetailedJudgement judgement;
    judgement.function = function;
    const FunctionEntry& entry = *lab.find(function);
    const Response response = response_from(bytes, calls.size());
    const Request request = request_for(lab, function, calls);

    std::vector<TriedCase> cases;
    std::vector<FoundCause> causes;
    std::vector<WrongCall> wrong;
    Failed stopped;                         // why the response ends here
    std::optional<Expected> earlier;
    bool earlier_right = false;
    std::vector<CardBound> bounds;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const bool new_case = i == 0 || calls[i].case_index != calls[i - 1].case_index;
        Failed& worst = tried(cases, lab, calls[i].case_index).worst;
        const Returned& returned = response.calls[i];

        if (!returned.finished) {
            if (response.malformed)
                stopped = unreadable(function, response.damage);
            else if (!(response.complete && ended == "exit:0"))
                stopped = stopped ? stopped : ending(function, ended, during(entry, calls[i], returned));
            else if (!stopped)              // an end mark, but no reason to end
                stopped = ending(function, ended, during(entry, calls[i], returned));
            blame(worst, *stopped);
            continue;
        }

        if (made_by == MadeBy::engine && lacks_counts(returned.facts)) {
            stopped = unreadable(function, fmt::format("call {}: nothing was counted", i + 1));
            blame(worst, *stopped);
            continue;
        }

        Expected expected = entry.kind->solve(request.calls[i]);
        std::optional<Earlier> before;
        if (i > 0 && !new_case && calls[i].size == calls[i - 1].size && earlier)
            before.emplace(Earlier{request.calls[i - 1], *earlier, earlier_right});
        const Call call{lab, entry, calls[i], request.calls[i], expected, before ? &*before : nullptr, returned, nullptr, &predictions};
        const Failed failed = failure_of(call);
        earlier_right = !failed;
        if (failed) {
            blame(worst, *failed);
            if (failed->wrong_element) wrong.push_back({i, *failed->wrong_element, call.counters() ? call.counters()->threads : 0});
            // A run that ends normally after this call ended because of it.
            const bool last = i + 1 < calls.size() && !response.calls[i + 1].begun;
            if (last && response.complete) stopped = failed;
        }
        if (calls[i].for_card && !failed) {
            if (call.counters()) bounds = card_bounds(lab, calls[i], *call.counters());
            continue;                       // what leaks here leaked in the calls before
        }
        if (lab.cases[calls[i].case_index].measured && !calls[i].for_card) measure(judgement, call, failed);
        judgement.leaked_bytes += returned.facts.leaked_bytes;
        collect_findings(causes, call);
        earlier = std::move(expected);
    }

    const bool all_there = std::ranges::all_of(response.calls, &Returned::finished);
    if (all_there && !cases.empty()) {
        if (response.malformed) blame(cases.back().worst, unreadable(function, response.damage));
        else if (!response.complete || ended != "exit:0")
            blame(cases.back().worst, ending(function, ended, "after the last call"));
    }
    if (auto inquiry = inquiry_about(lab, function, calls, wrong_calls(cases, wrong))) {
        if (answer) {
            const std::size_t i = inquiry->call;
            const Learned learned = learned_from(lab, calls[i], *inquiry, *answer);
            const Expected expected = entry.kind->solve(request.calls[i]);
            const Call call{lab, entry, calls[i], request.calls[i], expected, nullptr, response.calls[i], &learned, &predictions};
            Failed better = failure_of(call);
            Failed& worst = tried(cases, lab, calls[i].case_index).worst;
            if (learned.said_anything() && better && better->wrong_element && says_more(*better, worst)) {
                better->asked = true;
                worst = std::move(better);
            }
        }
        judgement.inquiry = std::move(inquiry);
    }
    sum_up(judgement, cases, std::move(causes), entry.kind);
    if (judgement.verdict == Verdict::passed) judgement.bounds = std::move(bounds);
    return judgement;
}

}  // namespace halo::lab
