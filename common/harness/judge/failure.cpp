#include "harness/judge/failure.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "diagnose/outside.hpp"
#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "findings/finding_kind.hpp"
#include "findings/refusal.hpp"
#include "harness/judge/causes.hpp"
#include "harness/judge/copies.hpp"
#include "harness/judge/endings.hpp"
#include "harness/judge/plausible.hpp"
#include "harness/judge/proving.hpp"
#include "harness/judge/provenance.hpp"
#include "harness/judge/wrong_output.hpp"

namespace halo::lab {

namespace {

using Failed = std::optional<Failure>;

constexpr std::uint32_t kLargestGuard = 4096;

const TapMap* taps_of(const Call& c) { return c.learned != nullptr && c.learned->taps ? &*c.learned->taps : nullptr; }
const History* history_of(const Call& c) { return c.learned != nullptr && c.learned->history ? &*c.learned->history : nullptr; }

std::string after_semicolon(const std::string& text) { return text.empty() ? "" : "; " + text; }
std::string in_a_call(const Call& c) { return "in a call with " + c.size(); }

/// A kernel that was stopped may have had far too much to do.
std::optional<Diagnosis> work_of(const Call& c)
{
    if (!c.counters()) return {};
    const auto outputs = std::int64_t(c.expected.want.size()), stores = std::int64_t(c.counters()->global_stores);
    if (stores > 2 * outputs) return Diagnosis{Mistake::endless_work, {.work = Work{stores, outputs}}};
    const auto loads = std::int64_t(c.counters()->global_loads), due = std::int64_t(c.expected.loads.basic.value_or(0));
    if (c.kind->words().sums && due > 0 && loads > 4 * due && c.hides("global_loads")) return Diagnosis{Mistake::endless_loads_open};
    if (c.kind->words().sums && due > 0 && loads > 4 * due) return Diagnosis{Mistake::endless_loads, {.work = Work{loads, due}}};
    return {};
}

/// Outputs are stored, but nothing is read from the tile that they should be made of: what leaves the input may be read in its place. Stores to
/// a tile that nobody reads do not count: the compiler removes them.
bool tile_never_read(const Call& c, const Finding& f)
{
    if (!c.counters() || !outside_of_array(f) || f.space != Space::global || f.access != Access::read) return false;
    const Counters& n = *c.counters();
    const Geometry geometry = c.kind->geometry(c.planned.size);
    return n.shared_loads == 0 && n.global_stores > 0 && geometry.tile > 0 && !geometry.no_tile;
}

Failed finding_failure(const Call& c)
{
    const Finding* worst = nullptr;
    for (const Finding& finding : c.returned.facts.findings) {
        const auto rank = [](const Finding& f) { return std::pair(f.after_race, verdict_of(f.kind)); };   // the race comes first
        if (!is_remark(finding.kind) && (worst == nullptr || rank(finding) < rank(*worst))) worst = &finding;
    }
    if (worst == nullptr) return {};
    Diagnosis cause = cause_of(c.kind, c.planned.size, *worst);
    if (cause.mistake == Mistake::endless) cause = work_of(c).value_or(cause);
    if (cause.key() == Key::out_of_bounds && tile_never_read(c, *worst)) cause = {Mistake::tile_never_read, {.array = worst->array}};
    Message message = message_of(c.kind, c.planned.size, *worst, cause);
    message.where += (message.where.empty() ? "" : "; ") + c.size();
    return Failure{verdict_of(worst->kind), cause.mistake, std::move(message)};
}

/// The kind of call that was refused, which selects the hints.
Mistake refused(const CallError& error)
{
    if (!is_refusal(error.code)) return Mistake::thrown;
    if (error.code == "cudaErrorInvalidConfiguration") return Mistake::launch_refused;
    if (error.call.starts_with("cudaMemcpy")) return Mistake::copy_refused;
    if (error.call.starts_with("cudaFree")) return Mistake::free_refused;
    return Mistake::call_refused;
}

/// The engine saw which call was refused; a later check of the same error adds nothing.
Failed refusal_failure(const Call& c)
{
    const Facts& facts = c.returned.facts;
    if (!facts.error || !facts.refusal) return {};
    const Refusal& refusal = *facts.refusal;
    // Where only the call's name is known, a check of the call itself says more: it quotes the arguments.
    if (refusal.kind == RefusedCall::other && !refusal.call.empty() && refusal.call == facts.error->call) return {};
    const Diagnosis d{mistake_of(refusal), {.refusal = refusal}};
    const Explanation e = explain(d, c.kind->words());
    const std::string place = refusal.at.line > 0 ? describe(refusal.at) : c.entry.name;
    return Failure{Verdict::cuda_error, d.mistake,
                   {place + ": " + e.name, e.seen + (e.seen.empty() ? "" : "; ") + in_a_call(c), e.attempt}};
}

Failed error_failure(const Call& c)
{
    if (!c.returned.facts.error) return {};
    const CallError& error = *c.returned.facts.error;
    Message message = error.message;
    if (!message.headline.starts_with(c.lab.file + ":")) message.headline = c.entry.name + ": " + message.headline;
    if (message.where.empty()) message.where = in_a_call(c);
    return Failure{is_refusal(error.code) ? Verdict::cuda_error : Verdict::crash, refused(error), std::move(message)};
}

/// Writes outside the output that no watcher saw.
Failed guard_failure(const Call& c)
{
    const auto& values = c.returned.values;
    const std::int64_t guard = c.returned.guard, count = std::int64_t(c.expected.want.size());
    const auto written = [&](std::int64_t at) { return !is_unwritten(values[std::size_t(guard + at)]); };
    for (std::int64_t distance = 1; distance <= guard; ++distance) {
        const bool after = written(count + distance - 1);
        if (!after && !written(-distance)) continue;
        const Diagnosis d{after ? Mistake::write_past_end : Mistake::write_before_start,
                          {.array = c.output.name, .array_elements = count, .index = after ? count + distance - 1 : -distance}};
        const Explanation e = explain(d, c.kind->words());
        return Failure{Verdict::out_of_bounds, d.mistake, {c.entry.name + ": " + e.name, e.seen, e.attempt}};
    }
    return {};
}

/// Kernels stored as many elements as the output has, and yet it is unchanged.
bool stored_without_effect(const Call& c) { return c.counters() && c.counters()->global_stores >= c.expected.want.size(); }

Failure without_effect(const Call& c)
{
    const Words words = c.kind->words();
    const Diagnosis d{c.output.on_host    ? Mistake::not_copied_back
                      : c.output.in_place ? Mistake::stored_as_loaded
                      : c.kind->geometry(c.planned.size).passes > 1 && c.counters()->global_stores < 2 * c.expected.want.size() ? Mistake::pass_missing
                      : words.sums && !(c.returned.facts.input_use && c.returned.facts.input_use->stored == 0) ? Mistake::added_to_output    // NaN plus anything is that NaN
                                          : Mistake::stored_elsewhere,
                      {.array = c.output.name, .stores = c.counters()->global_stores}};
    const Explanation e = explain(d, words);
    const Verdict verdict = d.mistake == Mistake::added_to_output ? Verdict::uninitialised : Verdict::wrong_result;
    Message message{c.entry.name + ": " + e.name, in_a_call(c) + after_semicolon(e.seen), e.attempt};
    if (const History* history = history_of(c)) message.where += after_semicolon(doubtful_copies(*history, c.output));
    return {verdict, d.mistake, std::move(message), false, 0};
}

/// Some outputs are stored by several threads, and others by none.
std::optional<Diagnosis> shared_outputs(const Call& c, const History& h)
{
    if (h.by_several == 0 || !h.twice) return {};
    const Comparison result = compare(c.got(), c.expected.want, c.expected.tolerance);
    const bool one_block = h.twice->grid == Index3{1, 1, 1};
    return Diagnosis{one_block ? Mistake::stored_by_several_of_one : Mistake::stored_by_several, {.affected = result.unwritten, .element = c.output.element(std::size_t(h.element)), .stored = h.twice}};
}

/// The kind's diagnosis. Of outputs that were never written it says which; launches, threads and copies say why.
std::optional<Diagnosis> diagnosis_of(const Call& c)
{
    const History* const history = history_of(c);
    auto found = c.kind->diagnose({c.inputs, c.expected, c.got(), c.earlier, c.counters(), taps_of(c), history});
    const auto unwritten = [&] { return found && found->key() == Key::unwritten; };
    if (unwritten() && c.counters() && c.counters()->launches > 1 && c.counters()->blocks == c.counters()->launches)
        found = Diagnosis{Mistake::launched_one_by_one, {.launches = std::int64_t(c.counters()->launches)}};
    if (unwritten() && history != nullptr)
        if (const auto shared = shared_outputs(c, *history)) return shared;
    if (unwritten() && found->mistake != Mistake::colour_not_in_index && c.output.on_host && stored_without_effect(c)) found->because = Mistake::copied_in_part;
    return found;
}

/// What g++ puts into each byte of a variable without a start value (-ftrivial-auto-var-init=pattern); adding to it changes nothing.
bool is_never_set(float value) { return std::bit_cast<std::uint32_t>(value) == 0xfefefefe; }

/// Wrong values that are nothing but a variable's first content, or came of it: of small numbers nothing else makes one so large.
std::optional<Diagnosis> never_set(const Call& c, const Comparison& result)
{
    constexpr float kLarge = 1e30f;         // a sum of a few weights times -1.7e38
    const std::span<const float> got = c.got();
    // An array of the host gets what the kernels left unwritten: that is large, too.
    const std::int64_t came_of_it = c.output.on_host ? 0 : std::ranges::count_if(got, [](float v) { return !(std::abs(v) < kLarge) && !is_unwritten(v); });
    if (c.kind->words().sums && came_of_it > 0 && came_of_it == std::int64_t(result.wrong) && came_of_it < std::ssize(got) && std::ranges::none_of(got, is_never_set))
        return Diagnosis{Mistake::unset_in_sum, {.affected = came_of_it}};
    const std::int64_t count = std::ranges::count_if(got, is_never_set);
    if (count == 0 || count != std::int64_t(result.wrong)) return {};
    return Diagnosis{c.kind->words().sums ? Mistake::variable_never_set : Mistake::array_never_set, {.affected = count}};
}

/// No element holds anything: it is worth asking about where a kernel ran.
Failure nothing_written(const Call& c, Mistake mistake, const Explanation& e)
{
    Message message{fmt::format("{}: nothing is written yet ({})", c.entry.name, c.size()), e.seen,
                    "start with its first TODO in " + c.lab.file + "; if all are done: " + e.attempt};
    if (const History* history = history_of(c)) message.where += after_semicolon(launched_in_vain(*history));
    const bool ran = c.counters() && c.counters()->launches > 0;
    if (c.counters() && !ran) message.where += "; no kernel was launched";
    return {Verdict::wrong_result, mistake, std::move(message), false, ran ? std::optional<std::size_t>(0) : std::nullopt, c.size()};
}

Failed value_failure(const Call& c)
{
    const Comparison result = compare(c.got(), c.expected.want, c.expected.tolerance);
    if (result.same) return {};

    const auto unset = never_set(c, result);
    const auto diagnosis = unset ? unset : diagnosis_of(c);
    const bool not_started = diagnosis && diagnosis->key() == Key::not_started;
    if (not_started && stored_without_effect(c)) return without_effect(c);

    const Words words = c.kind->words();
    const std::string element = c.output.element(result.first);
    const Explanation e = explain(diagnosis.value_or(Diagnosis{c.kind->unexplained(), {.element = element}}), words);
    if (not_started) return nothing_written(c, diagnosis->mistake, e);

    constexpr std::size_t kFew = 4;
    Message message;
    message.headline = fmt::format("{}: {}{} of {} {}{} {} ({})", c.entry.name, e.name.empty() ? "" : e.name + ", ", result.wrong,
                                   result.total, words.thing, result.total == 1 ? "" : "s", result.wrong == 1 ? "differs" : "differ",
                                   c.size());
    message.where = first_difference(result, element);
    if (const History* history = history_of(c)) {
        const std::string doubtful = doubtful_copies(*history, c.output), from = provenance(*history);
        const bool lost_on_the_way = !history->stored && !doubtful.empty();      // a copy is to blame, no thread
        if (!from.empty() && !lost_on_the_way) message.where += ", " + from;
        message.where += after_semicolon(doubtful);
    }
    message.attempt = e.attempt;
    const Evidence* const evidence = diagnosis ? &diagnosis->evidence : nullptr;
    const bool elsewhere = evidence != nullptr && evidence->footprint && evidence->footprint->element != result.first;
    message.what = joined(joined(e.seen, elsewhere ? fmt::format("{} shows more than {}:", evidence->footprint->output, element) : ""), e.drawing);
    const auto where = wrong_output(c.output, c.size(), c.got(), c.expected.want, c.expected.tolerance, evidence != nullptr ? evidence->footprint : std::nullopt);
    if (unset) return Failure{.verdict = Verdict::uninitialised, .mistake = unset->mistake, .message = std::move(message), .wrong_element = result.first, .wrong_output = where};
    Failure failed{.verdict = Verdict::wrong_result, .mistake = diagnosis ? diagnosis->mistake : Mistake::wrong_result, .message = std::move(message), .tentative = result.total < kFew, .wrong_output = where};
    if (!diagnosis || diagnosis->key() != Key::stale) failed.wrong_element = result.first;
    return failed;
}

/// Right values that no kernel computed.
Failed idle_failure(const Call& c)
{
    if (!c.counters()) return {};
    const Counters& counters = *c.counters();
    const std::uint64_t outputs = c.expected.fewest_stores > 0 ? c.expected.fewest_stores : c.expected.want.size() - c.expected.already_right;
    if (outputs == 0 || (counters.launches > 0 && counters.global_stores >= outputs)) return {};
    const Diagnosis d{counters.launches == 0 ? Mistake::no_kernel : Mistake::few_stores, {.stores = counters.global_stores, .outputs = outputs}};
    const Explanation e = explain(d, c.kind->words());
    return Failure{Verdict::implausible, d.mistake, {c.entry.name + ": " + e.name, in_a_call(c), e.attempt}};
}

Needs needs_of(const Call& c)
{
    const std::uint64_t outputs = c.expected.want.size();
    Needs needs{.sums = c.kind->words().sums, .loads = c.inputs.arrays.at(0).size(), .stores = outputs - c.expected.already_right};
    needs.textures = std::ranges::count(c.lab.textures, c.entry.name) > 0;
    if (c.expected.fewest_stores > 0) needs.loads = needs.loads * c.expected.fewest_stores / outputs;       // elements smaller than words
    return needs;
}

/// Right values that host code computed: it read the inputs again and again, or had them brought from the device and sent back.
Failed host_failure(const Call& c)
{
    constexpr std::size_t kEnough = 256;        // for less, host code may look at all of an input or a filter for other reasons
    const Facts& facts = c.returned.facts;
    const std::uint64_t outputs = c.expected.want.size(), bytes = outputs * sizeof(float);
    const bool reads = 2 * facts.host_reads >= 5 * outputs && !(facts.input_use && computed_on_device(*facts.input_use, needs_of(c)));
    const bool there_and_back = !c.output.on_host && facts.fetched_bytes >= bytes && facts.sent_bytes >= bytes;
    if (!c.counters() || outputs < kEnough || (!reads && !there_and_back)) return {};
    const Diagnosis d = reads ? Diagnosis{Mistake::host_computed, {.host_reads = std::int64_t(facts.host_reads)}}
                              : Diagnosis{Mistake::host_fetched, {.host_fetched = std::int64_t(facts.fetched_bytes / sizeof(float))}};
    const Explanation e = explain(d, c.kind->words());
    return Failure{Verdict::implausible, d.mistake, {c.entry.name + ": " + e.name, e.seen + ", " + in_a_call(c), e.attempt}};
}

/// Right values, and a kernel that stored them, but none that can have made them. In an array of a few elements all kinds of copies are honest.
Failed implausible_failure(const Call& c)
{
    constexpr std::uint64_t kEnough = 256;
    const Facts& facts = c.returned.facts;
    if (!facts.counters || c.inputs.arrays.at(0).size() < kEnough) return {};
    const Needs needs = needs_of(c);
    const std::uint64_t outputs = c.expected.want.size();
    const auto found = implausible(facts.input_use.value_or(InputUse{.outputs = outputs, .stored = outputs}), *facts.counters, needs);
    if (!found) return {};
    const Explanation e = explain(*found, c.kind->words());
    return Failure{Verdict::implausible, found->mistake, {c.entry.name + ": " + e.name, e.seen + (e.seen.empty() ? "" : ", ") + in_a_call(c), e.attempt}};
}

}  // namespace

Failed failure_of(const Call& c)
{
    // A kernel that did not get its data goes wrong, too: of a refusal and a finding, the worse is the cause.
    Failed found = finding_failure(c), refusal = refusal_failure(c);
    if (found && !(refusal && refusal->verdict < found->verdict)) return found;
    if (refusal) return refusal;
    if (auto failed = error_failure(c)) return failed;
    const Returned& r = c.returned;
    if (r.guard > kLargestGuard) return unreadable(c.entry.name, fmt::format("a guard of {} elements", r.guard));
    if (const std::size_t expected_size = c.expected.want.size() + 2 * std::size_t(r.guard); r.values.size() != expected_size)
        return unreadable(c.entry.name, fmt::format("the output has {} elements instead of {}", r.values.size(), expected_size));
    if (auto failed = guard_failure(c)) return failed;
    if (auto failed = value_failure(c)) {
        if (c.planned.repeat > 0 && c.earlier != nullptr && key_of(failed->mistake) != Key::not_started)
            failed->message.where += "; seen in a second call with the same pointers";
        return failed;
    }
    if (auto failed = idle_failure(c)) return failed;
    if (auto failed = host_failure(c)) return failed;
    if (auto failed = implausible_failure(c)) return failed;
    if (auto failed = too_good(c)) return failed;
    return c.planned.for_card ? Failed{} : price_failure(c);
}

}  // namespace halo::lab
