#include "harness/judge.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "findings/describe.hpp"
#include "harness/endings.hpp"
#include "harness/told.hpp"

namespace halo::lab {

namespace {

constexpr std::uint32_t kLargestGuard = 4096;

/// 46,208
std::string thousands(std::uint64_t value)
{
    std::string digits = std::to_string(value);
    for (int at = int(digits.size()) - 3; at > 0; at -= 3) digits.insert(std::size_t(at), ",");
    return digits;
}

using Failure = Ending;         // verdict, message, key
using Failed = std::optional<Failure>;

/// One planned call with all that is known about it.
struct Call {
    const Lab& lab;
    const FunctionEntry& entry;
    const PlannedCall& planned;
    const Inputs& inputs;
    const Expected& expected;
    const Earlier* earlier;                 ///< the call before, if it had the same size
    const Returned& returned;
    Judged kind = judged(entry.problem);
    Output output = kind->output(planned.size);

    std::string size() const { return kind->describe(planned.size); }
    std::span<const float> got() const
    {
        return std::span(returned.values).subspan(returned.guard, expected.want.size());
    }
};

Failed finding_failure(const Call& c)
{
    Failed worst;
    for (const Finding& finding : c.returned.facts.findings) {
        const Verdict verdict = verdict_of(finding.kind);
        if (verdict == Verdict::passed || (worst && worst->verdict <= verdict)) continue;
        Told about = told(c.kind, c.planned.size, finding);
        about.message.where += (about.message.where.empty() ? "" : "; ") + c.size();
        worst = Failure{verdict, about.message, about.key};
    }
    return worst;
}

/// Which kind of call was refused, for its hints.
std::string refused(const Message& error)
{
    if (error.headline.find("invalid configuration") != std::string::npos) return "launch_refused";
    if (error.where.starts_with("cudaMemcpy")) return "copy_refused";
    if (error.where.starts_with("cudaFree")) return "free_refused";
    return "crash";
}

Failed error_failure(const Call& c)
{
    if (c.returned.facts.error.empty()) return {};
    Message message = message_from_text(c.returned.facts.error);
    if (message.headline.find(c.lab.file + ":") != 0) message.headline = c.entry.name + ": " + message.headline;
    if (message.where.empty()) message.where = "in a call with " + c.size();
    const std::string key = refused(message);
    return Failure{Verdict::crash, std::move(message), key};
}

/// Writes outside the output, where nothing watched them happen.
Failed guard_failure(const Call& c)
{
    const auto& values = c.returned.values;
    const std::size_t guard = c.returned.guard, count = c.expected.want.size();
    for (std::size_t distance = 1; distance <= guard; ++distance) {
        const std::size_t behind = guard + count + distance - 1, before = guard - distance;
        const bool is_behind = !is_unwritten(values[behind]);
        if (!is_behind && is_unwritten(values[before])) continue;
        const std::string& array = c.output.name;
        return Failure{
            Verdict::out_of_bounds,
            {fmt::format("{}: write {} {}", c.entry.name, is_behind ? "past the end of" : "before the start of", array),
             is_behind ? fmt::format("{}[{}] changed; the array has {} element{}", array, count + distance - 1, count,
                                     count == 1 ? "" : "s")
                       : fmt::format("{}[-{}] changed; the array begins at 0", array, distance),
             "how many bytes does the last copy move, and does the last block test its index?"},
            "out_of_bounds"};
    }
    return {};
}

/// Kernels stored as many elements as there are, and the output is as it was.
bool stored_in_vain(const Call& c)
{
    return c.returned.facts.counters && c.returned.facts.counters->global_stores >= c.expected.want.size();
}

Failure in_vain(const Call& c)
{
    const std::string& output = c.output.name;
    const std::string stored = fmt::format("{}: kernels stored {} {}{}, but {} ", c.entry.name,
                                           thousands(c.returned.facts.counters->global_stores), c.output.word,
                                           c.returned.facts.counters->global_stores == 1 ? "" : "s", output);
    if (c.output.on_host)
        return {Verdict::wrong_result,
                {stored + "holds what it held before the call",
                 fmt::format("in a call with {}; every element is still the NaN that it started with", c.size()),
                 fmt::format("a kernel writes to device memory: what brings its result to {}, and in which direction does that copy?",
                             output)},
                "not_copied_back"};
    if (c.output.in_place)
        return {Verdict::wrong_result,
                {stored + "holds what it held before the call", "in a call with " + c.size(),
                 "is each element stored where it was loaded? Of a pair of tiles each goes to the other's place, and its rows become columns"},
                "wrong_result"};
    // NaN plus anything is that NaN: a kernel that adds to its output leaves it as it was.
    return {Verdict::uninitialised,
            {stored + "still holds the NaN that it started with", "in a call with " + c.size(),
             "does the sum begin with what lies in the output, as += does? Or do the stores go to another array?"},
            "sum_of_nothing"};
}

Failed value_failure(const Call& c)
{
    const Comparison result = compare(c.got(), c.expected.want, c.output.row, c.expected.tolerance);
    if (result.same) return {};

    auto diagnosis = c.kind->diagnose({c.inputs, c.expected, c.got(), c.earlier, c.returned.facts.counters});
    if (diagnosis && diagnosis->key == "not_started" && stored_in_vain(c)) return in_vain(c);
    if (diagnosis && diagnosis->seen == "the output is a copy of the input" && c.output.on_host)
        diagnosis->attempt += "; if it is, which array does the last copy bring?";
    if (diagnosis && diagnosis->key == "unwritten" && stored_in_vain(c) && c.output.on_host)
        diagnosis->attempt = "kernels stored all of them: how many bytes does the last copy move?";
    if (diagnosis && diagnosis->key == "not_started")
        return Failure{Verdict::wrong_result,
                       {fmt::format("{}: nothing is written yet ({})", c.entry.name, c.size()), diagnosis->seen,
                        "start with its first TODO in " + c.lab.file + "; if all are done: " + diagnosis->attempt},
                       diagnosis->key};

    Message message;
    const std::string mistake = diagnosis && !diagnosis->name.empty() ? diagnosis->name + ", " : "";
    message.headline = fmt::format("{}: {}{} of {} {}{} {} ({})", c.entry.name, mistake, result.wrong, result.total,
                                   c.output.word, result.total == 1 ? "" : "s",
                                   result.wrong == 1 ? "differs" : "differ", c.size());
    const std::string first = "first " + element(result.first, c.output.row);
    message.where = result.story;
    if (message.where.starts_with(first)) message.where.replace(0, first.size(), "first " + c.output.element(result.first));
    if (diagnosis) {
        message.where += "; " + diagnosis->seen;
        message.attempt = diagnosis->attempt;
    } else {
        message.attempt = c.kind->unexplained(c.output.element(result.first));
    }
    constexpr std::size_t kFew = 4;
    return Failure{Verdict::wrong_result, std::move(message), diagnosis ? diagnosis->key : "wrong_result", result.total < kFew};
}

/// Right values that no kernel computed.
Failed idle_failure(const Call& c)
{
    if (!c.returned.facts.counters) return {};
    const Counters& counters = *c.returned.facts.counters;
    const std::uint64_t outputs = c.expected.fewest_stores > 0 ? c.expected.fewest_stores : c.expected.want.size() - c.expected.resting;
    if (outputs == 0 || (counters.launches > 0 && counters.global_stores >= outputs)) return {};
    const std::string headline = counters.launches == 0
        ? fmt::format("{}: the values are right, but no kernel was launched", c.entry.name)
        : fmt::format("{}: the values are right, but kernels stored only {} of {} {}s", c.entry.name,
                      thousands(counters.global_stores), thousands(outputs), c.output.word);
    return Failure{Verdict::wrong_result,
                   {headline, "in a call with " + c.size(),
                    "the task is to compute on the device: let each output be stored by a thread of a kernel"},
                   "wrong_result"};
}

Failed reuse_failure(const Call& c)
{
    const Loads& loads = c.expected.loads;
    if (!c.returned.facts.counters || !loads.tiled) return {};
    const double made = double(c.returned.facts.counters->global_loads);
    const double ratio = made > 0 ? *loads.basic / made : 0.0, expected = *loads.basic / *loads.tiled;
    if (ratio >= kReuseGate * expected) return {};
    return Failure{
        Verdict::slow_pattern,
        {fmt::format("{}: the values are right, but reuse_ratio is {:.2f}, expected {:.2f} ({})", c.entry.name, ratio,
                     expected, c.size()),
         fmt::format("{} global loads; {} would do, and the basic kernel makes {}", thousands(std::uint64_t(made)),
                     thousands(std::uint64_t(*loads.tiled)), thousands(std::uint64_t(*loads.basic))),
         loads.core_only
             ? fmt::format("let the sums read each {} of the core from shared memory, and only the halo from global memory",
                           c.output.word)
             : fmt::format("load each {} of the patch once into shared memory, and let the sums read it there",
                           c.output.word)},
        "slow_pattern"};
}

double most(const Limit& limit, const Expected& expected) { return limit.most * double(expected.want.size()); }

/// How few elements a request of a warp, or a sector, brought; nothing where they are many, and of other counters.
std::string per_request(const Call& c, const Limit& limit)
{
    const Counters& counters = *c.returned.facts.counters;
    const bool loads = limit.counter.starts_with("global_load_"), stores = limit.counter.starts_with("global_store_");
    const auto made = double(counters.*limit.member), elements = double(loads ? counters.global_loads : counters.global_stores);
    const bool requests = limit.counter.ends_with("_requests");
    if ((!loads && !stores) || elements > (requests ? 16.0 : 4.2) * made) return {};    // half of a request, or of a sector
    if (requests)
        return fmt::format("a warp's request {} {:.1f} elements, of 32 that its threads could ask for; ", loads ? "loads" : "stores",
                           elements / made);
    return fmt::format("{:.1f} elements to a sector of 32 bytes, where 8 have room; ", elements / made);
}

/// What to try where it is not how a warp loads or stores, but how often.
std::string again(const Call& c, const Limit& limit)
{
    const Counters& counters = *c.returned.facts.counters;
    const bool loads = limit.counter.starts_with("global_load_"), stores = limit.counter.starts_with("global_store_");
    const auto made = double(loads ? counters.global_loads : counters.global_stores), outputs = double(c.expected.want.size());
    const double due = loads ? c.expected.loads.tiled.value_or(c.expected.loads.basic.value_or(outputs)) : outputs;
    if ((!loads && !stores) || made < 1.5 * due) return {};
    return fmt::format("{} {}, where {} would do: does a loop meet an element more than once? Look at its step",
                       thousands(std::uint64_t(made)), loads ? "loads" : "stores", thousands(std::uint64_t(due)));
}

Failed limit_failure(const Call& c)
{
    if (!c.returned.facts.counters) return {};
    for (const Limit& limit : c.lab.limits) {
        const auto made = double((*c.returned.facts.counters).*limit.member);
        if (limit.function != c.entry.name || limit.case_index != c.planned.case_index || made <= most(limit, c.expected)) continue;
        const std::string shape = per_request(c, limit), repeated = again(c, limit);
        return Failure{
            Verdict::slow_pattern,
            {fmt::format("{}: the values are right, but {} is {}, at most {} expected ({})", c.entry.name, limit.counter,
                         thousands(std::uint64_t(made)), thousands(std::uint64_t(most(limit, c.expected))), c.size()),
             fmt::format("{}{:.2f} for each {} of the output; {:.2f} would do", shape, made / double(c.expected.want.size()),
                         c.output.word, limit.most),
             repeated.empty() ? limit.attempt : repeated},
            shape.empty() ? "slow_pattern" : "uncoalesced"};
    }
    return {};
}

Failed failure_of(const Call& c)
{
    if (auto failed = finding_failure(c)) return failed;
    if (auto failed = error_failure(c)) return failed;
    const Returned& r = c.returned;
    if (r.guard > kLargestGuard) return unreadable(c.entry.name, fmt::format("a guard of {} elements", r.guard));
    if (r.values.size() != c.expected.want.size() + 2 * std::size_t(r.guard))
        return unreadable(c.entry.name, fmt::format("the output has {} elements, {} were due", r.values.size(),
                                                    c.expected.want.size() + 2 * std::size_t(r.guard)));
    if (auto failed = guard_failure(c)) return failed;
    if (auto failed = value_failure(c)) {
        if (c.planned.repeat > 0 && c.earlier != nullptr && failed->key != "not_started")
            failed->message.where += "; seen in a second call with the same pointers";
        return failed;
    }
    if (auto failed = idle_failure(c)) return failed;
    if (c.lab.cases[c.planned.case_index].measured)
        if (auto failed = reuse_failure(c)) return failed;
    return limit_failure(c);
}

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
    judgement.counters = c.returned.facts.counters;
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
        return one.key == "not_started" ? 0 : one.faint ? 1 : one.key == name(one.verdict) ? 2 : 3;
    };
    return a.verdict < b.verdict || (a.verdict == b.verdict && understood(a) > understood(b));
}

void blame(CaseResult& result, const Failure& failure)
{
    if (!goes_first(failure, result)) return;
    result.verdict = failure.verdict;
    result.message = failure.message;
    result.key = failure.key;
    result.faint = failure.faint;
}

std::string during(const Judgement& judgement, const Lab& lab, const PlannedCall& call, const Returned& returned)
{
    const FunctionEntry* entry = lab.find(judgement.function);
    return (returned.begun ? "in a call with " : "before a call with ") + judged(entry->problem)->describe(call.size);
}

void sum_up(Judgement& judgement, const Problem& problem)
{
    for (const CaseResult& result : judgement.cases) {
        if (!goes_first(result, judgement)) continue;
        judgement.verdict = result.verdict;
        judgement.message = result.message;
        judgement.key = result.key;
        judgement.faint = result.faint;
    }
    for (FoundCause& cause : judgement.findings) cause.message = told(judged(problem), cause.size, cause.finding).message;
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
                                                  thousands(judgement.leaked_bytes));
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
    for (const PlannedCall& call : calls) request.calls.push_back(judged(entry->problem)->make_inputs(call.size, call.seed));
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

        Expected expected = judged(entry.problem)->solve(request.calls[i]);
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
    sum_up(judgement, entry.problem);
    return judgement;
}

}  // namespace halo::lab
