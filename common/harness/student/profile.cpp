#include "harness/student/profile.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "findings/predicted.hpp"
#include "harness/student/line_remarks.hpp"
#include "harness/student/local.hpp"
#include "harness/judge/prediction.hpp"

namespace halo::lab {

namespace {

std::string ratio(const std::optional<double>& value) { return value ? fmt::format("{:.2f}", *value) : "–"; }

/// What may be shown about one function.
struct Shown {
    const DetailedJudgement& judgement;
    const Predictions& predictions = the_predictions();

    bool may(std::string_view counter) const { return !predictions.hide(counter); }

    /// Is the counter worth a line: is it not 0, limited, or predicted by the reader?
    bool worth_a_line(const std::string& name, std::uint64_t count) const
    {
        return count != 0 || judgement.limits.contains(name) || std::ranges::any_of(predictions.of(judgement.function), [&](const Prediction& p) { return p.name == name; });
    }
};

/// How well the threads of a warp work together: a request is one instruction of a warp. A ratio gives away the counts in it.
void print_per_request(const Shown& shown)
{
    const Counters& c = *shown.judgement.counters;
    const auto line = [](const char* name, std::uint64_t count, std::uint64_t requests) {
        if (count > 0) fmt::print("  {:<26} {:>12.2f}\n", name, double(count) / double(requests));
    };
    if (shown.may("global_load_sectors") && shown.may("global_load_requests"))
        line("sectors per load request", c.global_load_sectors, c.global_load_requests);
    if (shown.may("global_store_sectors") && shown.may("global_store_requests"))
        line("sectors per store request", c.global_store_sectors, c.global_store_requests);
    if (shown.may("shared_bank_conflicts") && shown.may("shared_load_requests") && shown.may("shared_store_requests"))
        line("conflicts per request", c.shared_bank_conflicts, c.shared_load_requests + c.shared_store_requests);
}

void print_counters(const Shown& shown)
{
    const DetailedJudgement& judgement = shown.judgement;
    if (!judgement.counters) {
        fmt::print("  time                       {:>12.3f} ms (one call, CUDA events)\n", judgement.measured_ms);
        return;
    }
    for_each_counter([&](const char* name, auto member) {
        const std::uint64_t count = (*judgement.counters).*member;
        if (!shown.may(name) || !shown.worth_a_line(name, count)) return;
        const auto limit = judgement.limits.find(name);
        fmt::print("  {:<26} {:>12}{}\n", name, count,
                   limit == judgement.limits.end() ? "" : fmt::format("  at most {} passes", limit->second));
    });
    print_per_request(shown);
}

void print_reuse(const Shown& shown)
{
    const Judgement& judgement = shown.judgement;
    if (!judgement.reuse_ratio || !shown.may("reuse_ratio")) return;
    fmt::print("  {:<26} {:>12}\n", "reuse_ratio", ratio(judgement.reuse_ratio));
    if (!judgement.expected_reuse_ratio) return;
    fmt::print("    {:<24} {:>12}  exact, edges included\n", "expected",
               ratio(judgement.expected_reuse_ratio));
    fmt::print("    {:<24} {:>12}  closed form of a tile away from the edge\n", "interior",
               ratio(judgement.interior_reuse_ratio));
}

/// The worst that the lines do; what would show a count that waits for its prediction waits, too.
void print_lines(const Shown& shown)
{
    constexpr std::size_t kMost = 5;
    std::size_t printed = 0;
    for (const LineRemark& remark : wastes_in(shown.judgement.lines)) {
        if (shows_open_count(remark, shown.predictions)) continue;
        if (printed == 0) fmt::print("  what the lines do; a load or store is one of a whole warp\n");
        if (printed++ == kMost) break;
        fmt::print("    {}\n", sentence(remark));
    }
}

/// From counts alone, so they are said to be. They would give away what waits for a prediction.
bool print_bounds_of(const Shown& shown)
{
    const DetailedJudgement& judgement = shown.judgement;
    if (!judgement.counters || !shown.predictions.open_ones(judgement.function).empty()) return false;
    const std::vector<CardBound> bounds = bounds_of_function(judgement.function);
    if (!bounds.empty()) fmt::print("  on a card, as far as counts can say\n");
    for (const std::string& line : sentences(bounds)) fmt::print("    {}\n", line);
    return !bounds.empty();
}

void print_predictions(const Shown& shown)
{
    fmt::print("{}", compare_predictions(shown.predictions, shown.judgement));
    const std::string open = shown.predictions.open_ones(shown.judgement.function);
    if (!open.empty()) fmt::print("  left out, and all that would show it, until you predict it: {}\n", open);
}

}  // namespace

int print_profile()
{
    const Lab& lab = the_lab();
    bool failed = false, counted = false, reuse = false, open = false, bounded = false, conflicts = false;
    for (std::size_t i = 0; i < lab.cases.size(); ++i) {
        if (!lab.cases[i].measured) continue;
        const DetailedJudgement& judgement = run_case(i, true);
        const FunctionEntry& entry = *lab.find(judgement.function);
        fmt::print("{} ({})\n", judgement.function, entry.kind->describe(judgement.measured_size));
        if (judgement.verdict != Verdict::passed && judgement.verdict != Verdict::slow_pattern) {
            failed = true;      // counts of a wrong kernel mislead
            fmt::print("{}\n\n", text(judgement.message));
            continue;
        }
        const Shown shown{judgement};
        print_counters(shown);
        print_reuse(shown);
        print_predictions(shown);
        print_lines(shown);
        const bool has_bounds = print_bounds_of(shown);
        bounded |= has_bounds;
        conflicts |= has_bounds && judgement.counters && judgement.counters->shared_bank_conflicts > 0 && shown.may("shared_bank_conflicts");
        reuse |= judgement.reuse_ratio.has_value() && shown.may("reuse_ratio");
        counted |= judgement.counters.has_value();
        open |= !shown.predictions.open_ones(judgement.function).empty();
        fmt::print("\n");
    }
    if (open) fmt::print("Predict what is left out: make predict; `?` declines a question and shows the count all the same.\n");
    if (counted) fmt::print("Counters that are 0 are left out.\n");
    if (bounded)
        fmt::print("A lower bound is not the time: many kernels take twice as long, some eight times. `make gpu` measures, on a machine with a card.\n");
    if (conflicts) fmt::print("Each extra turn that a bank conflict costs counts as one more load or store instruction.\n");
    if (reuse)
        fmt::print("reuse_ratio = loads of the input that the basic kernel makes / global_loads. It counts load "
                   "instructions saved,\nnot DRAM bytes: a GPU's caches may serve the others just as well.\n");
    return failed ? 1 : 0;
}

int print_predictions()
{
    constexpr std::array<const char*, 3> kAnswers = {"open", "declined", "predicted"};
    // Written by hand: all names are ours, and have nothing to escape.
    const auto number = [](bool known, double value) { return known ? fmt::format("{:.17g}", value) : "null"; };
    std::string functions;
    bool failed = false;
    for (std::size_t i = 0; i < the_lab().cases.size(); ++i) {
        if (!the_lab().cases[i].measured) continue;
        const DetailedJudgement& judgement = run_case(i, true);
        const bool right = judgement.verdict == Verdict::passed || judgement.verdict == Verdict::slow_pattern;
        failed |= !right;
        std::string predictions;
        for (const Prediction& p : the_predictions().of(judgement.function)) {
            const auto count = halo::counted(p.name, judgement.counters, judgement.reuse_ratio);
            predictions += fmt::format("{}\n      {{\"counter\": \"{}\", \"answer\": \"{}\", \"predicted\": {}, \"counted\": {}}}", predictions.empty() ? "" : ",", p.name,
                                       kAnswers[std::size_t(p.answered)], number(p.answered == Answered::predicted, p.value),
                                       number(right && count && !the_predictions().hide(p.name), count.value_or(0)));
        }
        functions += fmt::format("{}\n    {{\"function\": \"{}\", \"verdict\": \"{}\", \"measured\": \"{}\", \"predictions\": [{}]}}", functions.empty() ? "" : ",",
                                 judgement.function, name(judgement.verdict), the_lab().find(judgement.function)->kind->describe(judgement.measured_size), predictions);
    }
    fmt::print("{{\n  \"schema\": \"halo/profile/1\",\n  \"lab\": \"{}\",\n  \"functions\": [{}]\n}}\n", the_lab().name, functions);
    return failed ? 1 : 0;
}

int print_bounds()
{
    for (const FunctionEntry& entry : the_lab().functions)
        for (const CardBound& b : bounds_of_function(entry.name))
            fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", entry.name, b.card, b.size, b.bound.seconds, name(b.bound.resource), b.limiter ? name(*b.limiter) : "",
                       b.basic, b.differences.size());
    return 0;
}

}  // namespace halo::lab
