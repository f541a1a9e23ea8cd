#include "harness/judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "harness/endings.hpp"
#include "harness/causes.hpp"
#include "harness/failure.hpp"

namespace halo::lab {

namespace {

using Failed = std::optional<Failure>;

/// Counts mean something only when the values are right.
void measure(Judgement& judgement, const Call& c, const Failed& failed)
{
    judgement.measured_size = c.planned.size;
    const Loads& loads = c.expected.loads;
    if (loads.tiled) judgement.expected_reuse_ratio = *loads.basic / *loads.tiled;
    judgement.interior_reuse_ratio = loads.interior_ratio;
    judgement.limits.clear();
    for (const Limit& limit : c.lab.limits)
        if (limit.function == c.entry.name && limit.case_index == c.planned.case_index) judgement.limits[limit.counter] = std::uint64_t(most(limit, c.expected));

    judgement.counters.reset();
    judgement.reuse_ratio.reset();
    if (failed && failed->verdict != Verdict::slow_pattern) return;
    judgement.measured_ms = c.returned.facts.ms;
    judgement.counters = c.counters();
    if (loads.basic && judgement.counters && judgement.counters->global_loads > 0)
        judgement.reuse_ratio = *loads.basic / double(judgement.counters->global_loads);
}

void collect_findings(Judgement& judgement, const Call& c)
{
    judgement.leaked_bytes += c.returned.facts.leaked_bytes;
    for (Finding finding : c.returned.facts.findings) {
        if (finding.kernel.empty() && finding.at.line == 0) finding.kernel = judgement.function;
        const auto known = std::ranges::find_if(judgement.findings,
                                                [&](const FoundCause& c) { return same_cause(c.finding, finding); });
        if (known == judgement.findings.end()) judgement.findings.push_back({std::move(finding), {}, c.planned.size});
        else known->finding.count += finding.count;
    }
}

/// The worse verdict; of two alike the one that is better understood. Of equals the first stays.
template <class A, class B>
bool goes_first(const A& a, const B& b)
{
    // Who wrote something somewhere has begun. A key that is the verdict's own says no more than that.
    const auto understood = [](const auto& one) {
        const std::optional<Mistake> mistake = one.mistake;
        if (!mistake) return 2;
        const Key key = key_of(*mistake);
        return key == Key::not_started ? 0 : one.faint ? 1 : name(key) == name(one.verdict) ? 2 : 3;
    };
    return a.verdict < b.verdict || (a.verdict == b.verdict && understood(a) > understood(b));
}

void blame(CaseResult& result, const Failure& failure)
{
    if (!goes_first(failure, result)) return;
    result.verdict = failure.verdict;
    result.message = failure.message;
    result.mistake = failure.mistake;
    result.faint = failure.faint;
}

std::string during(const Judgement& judgement, const Lab& lab, const PlannedCall& call, const Returned& returned)
{
    const FunctionEntry* entry = lab.find(judgement.function);
    return (returned.begun ? "in a call with " : "before a call with ") + entry->kind->describe(call.size);
}

void sum_up(Judgement& judgement, const Judged& kind)
{
    for (const CaseResult& result : judgement.cases) {
        if (!goes_first(result, judgement)) continue;
        judgement.verdict = result.verdict;
        judgement.message = result.message;
        judgement.mistake = result.mistake;
        judgement.faint = result.faint;
    }
    for (FoundCause& cause : judgement.findings) {
        cause.message = message_of(kind, cause.size, cause.finding, cause_of(kind, cause.size, cause.finding));
    }
    std::ranges::stable_sort(judgement.findings, {}, [](const FoundCause& c) { return c.finding.kind; });
    if (judgement.verdict != Verdict::passed) return;

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

std::optional<Message> leak_message(const Judgement& judgement)
{
    std::vector<Finding> leaks;
    for (const FoundCause& cause : judgement.findings)
        if (cause.finding.kind == FindingKind::leak) leaks.push_back(cause.finding);
    if (leaks.empty()) return {};
    return describe_leaks(leaks);
}

bool outweighs(const Judgement& a, const Judgement& b) { return goes_first(a, b); }

Request request_for(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls)
{
    Request request{function, {}};
    const FunctionEntry* entry = lab.find(function);
    for (const PlannedCall& call : calls) request.calls.push_back(entry->kind->make_inputs(call.size, call.seed));
    return request;
}

Judgement judge(const Lab& lab, const std::string& function, const std::vector<PlannedCall>& calls,
                std::string_view bytes, const std::string& ended)
{
    Judgement judgement;
    judgement.function = function;
    const FunctionEntry& entry = *lab.find(function);
    const Response response = response_from(bytes, calls.size());
    const Request request = request_for(lab, function, calls);

    std::optional<Failure> stopped;         // why nothing more came
    std::optional<Expected> earlier;
    bool earlier_right = false;
    for (std::size_t i = 0; i < calls.size(); ++i) {
        const bool new_case = i == 0 || calls[i].case_index != calls[i - 1].case_index;
        if (new_case) judgement.cases.push_back({lab.cases[calls[i].case_index].sentence, Verdict::passed, {}, {}, false});
        CaseResult& result = judgement.cases.back();
        const Returned& returned = response.calls[i];

        if (!returned.finished) {
            if (response.malformed)
                stopped = unreadable(function, response.damage);
            else if (!(response.complete && ended == "exit:0"))
                stopped = stopped ? stopped : ending(function, ended, during(judgement, lab, calls[i], returned));
            else if (!stopped)              // an end mark, but no reason to end
                stopped = ending(function, ended, during(judgement, lab, calls[i], returned));
            blame(result, *stopped);
            continue;
        }

        Expected expected = entry.kind->solve(request.calls[i]);
        std::optional<Earlier> before;
        if (i > 0 && !new_case && calls[i].size == calls[i - 1].size && earlier)
            before.emplace(Earlier{request.calls[i - 1], *earlier, earlier_right});
        const Call call{lab, entry, calls[i], request.calls[i], expected, before ? &*before : nullptr, returned};
        const Failed failed = failure_of(call);
        earlier_right = !failed;
        if (failed) {
            blame(result, *failed);
            // A run that ends in order after this call ended because of it.
            const bool last = i + 1 < calls.size() && !response.calls[i + 1].begun;
            if (last && response.complete) stopped = failed;
        }
        if (lab.cases[calls[i].case_index].measured) measure(judgement, call, failed);
        collect_findings(judgement, call);
        earlier = std::move(expected);
    }

    const bool all_there = std::ranges::all_of(response.calls, &Returned::finished);
    if (all_there && !judgement.cases.empty()) {
        if (response.malformed) blame(judgement.cases.back(), unreadable(function, response.damage));
        else if (!response.complete || ended != "exit:0")
            blame(judgement.cases.back(), ending(function, ended, "after the last call"));
    }
    sum_up(judgement, entry.kind);
    return judgement;
}

}  // namespace halo::lab
