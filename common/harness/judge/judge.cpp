#include "harness/judge/judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "findings/finding_kind.hpp"
#include "harness/judge/card_bounds.hpp"
#include "harness/judge/causes.hpp"
#include "harness/judge/endings.hpp"
#include "harness/judge/failure.hpp"
#include "harness/judge/proving.hpp"

namespace halo::lab {

namespace {

using Failed = std::optional<Failure>;

/// One of the lab's tests, and the worst failure of its calls.
struct TriedCase {
    std::size_t index;          ///< into `Lab::cases`
    std::string sentence;
    Failed worst;
    bool ran = false;           ///< one of its calls has begun
    std::uint64_t leaked_bytes = 0;
};

/// One cause, over all calls.
struct FoundCause {
    Finding finding;        ///< the first occurrence; `count` is of all calls
    Size size;              ///< of the call where it occurred first
    std::vector<JudgedCause::In> in;
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
        const JudgedCause::In here{c.lab.cases[c.planned.case_index].sentence, finding.count};
        if (known == causes.end()) {
            causes.push_back({std::move(finding), c.planned.size, {here}});
            continue;
        }
        known->finding.count += finding.count;
        if (known->in.back().test == here.test) known->in.back().count += here.count;
        else known->in.push_back(here);
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

Failed seen_in(const PlannedCall& call, Failed failure)
{
    if (failure) failure->case_index = call.case_index;
    return failure;
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

void sum_up(DetailedJudgement& judgement, const Lab& lab, const std::vector<TriedCase>& cases, std::vector<FoundCause> causes, const Judged& kind)
{
    Failed worst;
    for (const TriedCase& one : cases) {
        judgement.cases.push_back({.name = one.sentence, .message = {}, .ran = one.ran, .leaked_bytes = one.leaked_bytes});
        if (!one.worst) continue;
        JudgedCase& judged = judgement.cases.back();
        judged.verdict = one.worst->verdict;
        judged.message = one.worst->message;
        if (one.worst->case_index != one.index) judged.about = lab.cases[one.worst->case_index].sentence;
        blame(worst, *one.worst);
    }

    std::ranges::stable_sort(causes, {}, [](const FoundCause& cause) { return cause.finding.kind; });
    std::vector<Finding> leaks;
    for (const auto& [finding, size, in] : causes) {
        Finding first = finding;                // the message is about one test, and counts no other's: a course may hide that
        first.count = in.front().count;
        judgement.findings.push_back({std::string(name(finding.kind)), message_of(kind, size, first, cause_of(kind, size, first)), finding.count, in});
        if (finding.kind == FindingKind::leak) leaks.push_back(finding);
        else if (!worst && is_remark(finding.kind)) judgement.noted.push_back(judgement.findings.back().message);
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
        judgement.about = lab.cases[worst->case_index].sentence;
        judgement.key = key_of(worst->mistake);
        judgement.tentative = worst->tentative;
        judgement.asked = worst->asked;
        judgement.wrong_output = worst->wrong_output;
        return;
    }
    judgement.verdict = Verdict::passed;
    judgement.message.headline = pass_headline(judgement);
}

/// Bytes that no honest run writes come from somewhere else: then no result is believed, whichever call it is of.
void disbelieve(std::vector<TriedCase>& cases, const std::string& function, const Response& response)
{
    const auto damaged = [](const TriedCase& one) { return one.worst && one.worst->mistake == Mistake::results_damaged; };
    const auto first = std::ranges::find_if(cases, damaged);
    if (first == cases.end() && !response.malformed) return;
    const Failed seen = first == cases.end() ? seen_in({.case_index = cases.back().index, .size = {}}, unreadable(function, response.damage)) : first->worst;
    for (TriedCase& one : cases) blame(one.worst, *seen);
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
    for (const PlannedCall& call : calls) {
        request.calls.push_back(entry->kind->make_inputs(call.size, call.seed));
        if (call.repeat > 0) request.calls.back().add_fraction();
    }
    request.proved = !calls.empty() && calls.back().proved;
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
    const std::optional<PlannedCall> prove = call_to_prove(lab, function, calls);
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const bool new_case = i == 0 || calls[i].case_index != calls[i - 1].case_index;
        TriedCase& trying = tried(cases, lab, calls[i].case_index);
        Failed& worst = trying.worst;
        const Returned& returned = response.calls[i];
        trying.ran = trying.ran || returned.begun || returned.finished;

        if (!returned.finished) {
            if (response.malformed)
                stopped = seen_in(calls[i], unreadable(function, response.damage));
            else if (!stopped)              // it was ended, or there is an end mark, but no reason to end
                stopped = seen_in(calls[i], ending(function, ended, during(entry, calls[i], returned)));
            blame(worst, *stopped);
            continue;
        }

        if (made_by == MadeBy::engine && lacks_counts(returned.facts)) {
            stopped = seen_in(calls[i], unreadable(function, fmt::format("call {}: nothing was counted", i + 1)));
            blame(worst, *stopped);
            continue;
        }

        Expected expected = entry.kind->solve(request.calls[i]);
        if (calls[i].proved) {
            const Call call{lab, entry, calls[i], request.calls[i], expected, nullptr, returned, nullptr, &predictions};
            if (const Failed failed = seen_in(calls[i], disproof(call))) blame(worst, *failed);
            if (call.counters()) judgement.proved_counts = fingerprint(*call.counters());
            continue;
        }
        if (prove && calls[i].seed == prove->seed && returned.facts.counters) judgement.proved_counts = fingerprint(*returned.facts.counters);
        std::optional<Earlier> before;
        if (i > 0 && !new_case && calls[i].size == calls[i - 1].size && earlier)
            before.emplace(Earlier{request.calls[i - 1], *earlier, earlier_right});
        const Call call{lab, entry, calls[i], request.calls[i], expected, before ? &*before : nullptr, returned, nullptr, &predictions};
        const Failed failed = seen_in(calls[i], failure_of(call));
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
        trying.leaked_bytes += returned.facts.leaked_bytes;
        collect_findings(causes, call);
        earlier = std::move(expected);
    }

    const bool all_there = std::ranges::all_of(response.calls, &Returned::finished);
    if (all_there && !cases.empty() && !response.malformed && (!response.complete || ended != "exit:0"))
        blame(cases.back().worst, *seen_in({.case_index = cases.back().index, .size = {}}, ending(function, ended, "after the last call")));
    disbelieve(cases, function, response);
    if (auto inquiry = inquiry_about(lab, function, calls, wrong_calls(cases, wrong))) {
        if (answer) {
            const std::size_t i = inquiry->call;
            const Learned learned = learned_from(lab, calls[i], *inquiry, *answer);
            const Expected expected = entry.kind->solve(request.calls[i]);
            const Call call{lab, entry, calls[i], request.calls[i], expected, nullptr, response.calls[i], &learned, &predictions};
            Failed better = seen_in(calls[i], failure_of(call));
            Failed& worst = tried(cases, lab, calls[i].case_index).worst;
            if (learned.said_anything() && better && better->wrong_element && says_more(*better, worst)) {
                better->asked = true;
                worst = std::move(better);
            }
        }
        judgement.inquiry = std::move(inquiry);
    }
    sum_up(judgement, lab, cases, std::move(causes), entry.kind);
    if (judgement.verdict == Verdict::passed) judgement.bounds = std::move(bounds);
    return judgement;
}

}  // namespace halo::lab
