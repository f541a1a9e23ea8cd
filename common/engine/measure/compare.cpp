#include "engine/measure/compare.hpp"

#include <algorithm>
#include <cstdlib>
#include <set>

#include <fmt/format.h>

namespace halo::measured {
namespace {

std::string complaint(const std::string& what, const std::string& where, const std::string& attempt)
{
    return fmt::format("{}\n  where: {}\n  try:   {}", what, where, attempt);
}

const Launch* find(const std::vector<Launch>& launches, const std::string& name)
{
    const auto found = std::find_if(launches.begin(), launches.end(), [&](const Launch& one) { return one.name == name; });
    return found == launches.end() ? nullptr : &*found;
}

bool agree(const std::string& counter, const Launch& card, const Launch& engine)
{
    const long long difference = std::llabs(card.counts.at(counter) - engine.counts.at(counter));
    if (counter != "shared_bank_conflicts") return difference == 0;
    const long long requests = card.counts.at("shared_load_requests") + card.counts.at("shared_store_requests");
    return 100 * difference <= requests;
}

/// The explanation for this count, or null.
const Explanation* explanation_of(const std::vector<Explanation>& all, const std::string& launch, const std::string& counter)
{
    for (const Explanation& one : all) {
        const auto found = one.engine.find(launch);
        if (found != one.engine.end() && (one.open || found->second.contains(counter))) return &one;
    }
    return nullptr;
}

std::string shape(const Launch& launch) { return fmt::format("{}, grid {}, block {}", launch.kernel, launch.grid, launch.block); }

/// Complains about explanations for launches that agree or no longer exist.
void report_unused_explanations(const Record& card, const std::vector<Launch>& engine,
                                const std::set<std::pair<const Explanation*, std::string>>& used,
                                const std::vector<Explanation>& explanations, std::vector<std::string>& complaints)
{
    for (const Explanation& one : explanations)
        for (const auto& [launch, counts] : one.engine) {
            if (find(card.launches, launch) == nullptr && find(engine, launch) != nullptr) continue;   // another card's
            std::vector<std::string> keys;      // a closed explanation needs a difference in each counter
            for (const auto& [counter, value] : counts) keys.push_back(launch + "." + counter);
            if (one.open) keys.push_back(launch);
            for (const std::string& key : keys)
                if (!used.contains({&one, key}))
                    complaints.push_back(complaint(
                        fmt::format("{} is explained, and does not differ", key),
                        find(card.launches, launch) == nullptr ? "no launch has this name" : "explanations.toml",
                        "take it out of explanations.toml"));
        }
}

}  // namespace

Comparison compare(const Record& card, const std::vector<Launch>& engine, const std::vector<Explanation>& explanations)
{
    Comparison out;
    std::set<std::pair<const Explanation*, std::string>> used;
    std::set<std::string> open;
    for (const Launch& launch : card.launches) {
        const Launch* ours = find(engine, launch.name);
        if (ours == nullptr) {
            out.complaints.push_back(complaint(fmt::format("{} was measured, and no program makes it", launch.name),
                                               launch.program, "measure again, on a card: make measure"));
            continue;
        }
        if (ours->hash != launch.hash)
            out.complaints.push_back(complaint(fmt::format("{} wrote {} on the engine, {} on the card", launch.name, ours->hash, launch.hash),
                                               shape(launch), "was the program changed after it was measured? make measure"));
        for (const std::string& counter : card.counters) {
            if (agree(counter, launch, *ours)) continue;
            const long long counted = ours->counts.at(counter);
            const Explanation* why = explanation_of(explanations, launch.name, counter);
            if (why != nullptr && why->open) {
                used.insert({why, launch.name});
                if (open.insert(launch.name).second) out.open.push_back(launch.name + ": " + why->because);
                continue;
            }
            const std::string key = launch.name + "." + counter;
            if (why != nullptr) used.insert({why, key});
            if (why != nullptr && why->engine.at(launch.name).at(counter) == counted) continue;
            out.complaints.push_back(
                complaint(fmt::format("{} is {} on the engine, {} on {}", key, counted, launch.counts.at(counter), card.facts.at("gpu")),
                          shape(launch),
                          why == nullptr ? "look at the machine code (make measure leaves it in build/measure); explain in explanations.toml"
                                         : fmt::format("the explanation expects {}", why->engine.at(launch.name).at(counter))));
        }
    }
    report_unused_explanations(card, engine, used, explanations, out.complaints);
    return out;
}

std::vector<std::string> never_measured(const std::vector<Record>& cards, const std::vector<Launch>& engine)
{
    std::vector<std::string> out;
    for (const Launch& launch : engine)
        if (std::none_of(cards.begin(), cards.end(), [&](const Record& card) { return find(card.launches, launch.name) != nullptr; }))
            out.push_back(complaint(fmt::format("{} was never measured", launch.name), launch.program, "measure it, on a card: make measure ONLY=engine"));
    return out;
}

std::string page(const Record& card, const std::vector<Launch>& engine, const std::vector<Explanation>& explanations)
{
    const auto fact = [&](const char* name) { return card.facts.contains(name) ? card.facts.at(name) : "unknown"; };
    std::string out = fmt::format(
        "# Counts on an {}, and on the engine\n\n"
        "Measured {} with Nsight Compute {}, driver {}, nvcc {} (`-O3 -arch={}`). `make measure` writes this page; the programs are in\n"
        "`common/engine/measure/programs/`, the metrics in `common/engine/measure/measure`. One number: card and engine agree. Otherwise the card's,\n"
        "then the engine's, and the number of the explanation below.\n\n",
        fact("gpu"), fact("date"), fact("ncu"), fact("driver"), fact("nvcc"), fact("arch"));

    std::size_t equal = 0, all = 0;
    std::string head = "| launch | grid | block |", rule = "| --- | --- | --- |", rows;
    for (const std::string& counter : card.counters) {
        head += fmt::format(" {} |", counter);
        rule += " ---: |";
    }
    for (const Launch& launch : card.launches) {
        std::string row = fmt::format("| `{}` | {} | {} |", launch.name, launch.grid, launch.block);
        const std::size_t equal_before = equal;
        const Launch* ours = find(engine, launch.name);
        for (const std::string& counter : card.counters) {
            ++all;
            const long long theirs = launch.counts.at(counter);
            if (ours != nullptr && theirs == ours->counts.at(counter)) ++equal;
            if (ours == nullptr || theirs == ours->counts.at(counter)) {
                row += fmt::format(" {} |", theirs);
                continue;
            }
            const Explanation* why = explanation_of(explanations, launch.name, counter);
            row += fmt::format(" {} / {}{} |", theirs, ours->counts.at(counter),
                               why == nullptr ? "" : fmt::format(" [{}]", why - explanations.data() + 1));
        }
        if (equal - equal_before < card.counters.size()) rows += row + "\n";
    }
    out += fmt::format("{} of {} counts are equal. Below are the launches with one that is not; the CSV file beside this page has all.\n\n{}\n{}\n{}\n## Explanations\n\n", equal, all, head, rule, rows);
    for (std::size_t i = 0; i < explanations.size(); ++i) {
        out += fmt::format("{}. {}{}", i + 1, explanations[i].open ? "**Open, the engine errs.** " : "", explanations[i].because);
        for (const std::string& line : explanations[i].sass) out += fmt::format("\n   `{}`", line);
        out += "\n";
    }
    return out;
}

}  // namespace halo::measured
