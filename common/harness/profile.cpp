#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "harness/local.hpp"
#include "harness/prediction.hpp"

namespace halo::lab {

namespace {

std::string ratio(const std::optional<double>& value) { return value ? fmt::format("{:.2f}", *value) : "–"; }

/// How well the threads of a warp work together: a request is one instruction of a warp.
void print_per_request(const Counters& c)
{
    const auto line = [](const char* name, std::uint64_t count, std::uint64_t requests) {
        if (count > 0) fmt::print("  {:<26} {:>12.2f}\n", name, double(count) / double(requests));
    };
    line("sectors per load request", c.global_load_sectors, c.global_load_requests);
    line("sectors per store request", c.global_store_sectors, c.global_store_requests);
    line("conflicts per request", c.shared_bank_conflicts, c.shared_load_requests + c.shared_store_requests);
}

/// Is the counter worth a line: is it not 0, limited, or predicted by the reader?
bool is_worth_a_line(const DetailedJudgement& judgement, const std::string& name, std::uint64_t count, const std::vector<Prediction>& predictions)
{
    return count != 0 || judgement.limits.contains(name) || std::ranges::any_of(predictions, [&](const Prediction& prediction) {
               return prediction.function == judgement.function && prediction.name == name;
           });
}

void print_counters(const DetailedJudgement& judgement, const std::vector<Prediction>& predictions)
{
    if (!judgement.counters) {
        fmt::print("  time                       {:>12.3f} ms (one call, CUDA events)\n", judgement.measured_ms);
        return;
    }
    for_each_counter([&](const char* name, auto member) {
        const std::uint64_t count = (*judgement.counters).*member;
        if (!is_worth_a_line(judgement, name, count, predictions)) return;
        const auto limit = judgement.limits.find(name);
        fmt::print("  {:<26} {:>12}{}\n", name, count,
                   limit == judgement.limits.end() ? "" : fmt::format("  at most {}", limit->second));
    });
    print_per_request(*judgement.counters);
}

void print_reuse(const Judgement& judgement)
{
    if (!judgement.reuse_ratio) return;
    fmt::print("  {:<26} {:>12}\n", "reuse_ratio", ratio(judgement.reuse_ratio));
    if (!judgement.expected_reuse_ratio) return;
    fmt::print("    {:<24} {:>12}  exact, edges included\n", "expected",
               ratio(judgement.expected_reuse_ratio));
    fmt::print("    {:<24} {:>12}  closed form of a tile away from the edge\n", "interior",
               ratio(judgement.interior_reuse_ratio));
}

std::vector<std::string> measured_functions(const Lab& lab)
{
    std::vector<std::string> functions;
    for (const Case& one : lab.cases)
        if (one.measured) functions.push_back(one.function);
    return functions;
}

}  // namespace

int print_profile(const std::string& prediction_file)
{
    const Lab& lab = the_lab();
    std::vector<Prediction> predictions;
    try {
        if (!prediction_file.empty()) predictions = read_predictions(prediction_file, measured_functions(lab));
    } catch (const PredictionError& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 2;
    }

    bool failed = false, counted = false, reuse = false;
    for (std::size_t i = 0; i < lab.cases.size(); ++i) {
        if (!lab.cases[i].measured) continue;
        const DetailedJudgement& judgement = run_case(i);
        const FunctionEntry& entry = *lab.find(judgement.function);
        fmt::print("{} ({})\n", judgement.function, entry.kind->describe(judgement.measured_size));
        if (judgement.verdict != Verdict::passed && judgement.verdict != Verdict::slow_pattern) {
            failed = true;      // counts of a wrong kernel mislead
            fmt::print("{}\n\n", text(judgement.message));
            continue;
        }
        print_counters(judgement, predictions);
        print_reuse(judgement);
        fmt::print("{}", compare_predictions(predictions, judgement));
        reuse |= judgement.reuse_ratio.has_value();
        counted |= judgement.counters.has_value();
        fmt::print("\n");
    }
    if (counted) fmt::print("Counters that are 0 are left out.\n");
    if (reuse)
        fmt::print("reuse_ratio = loads of the input that the basic kernel makes / global_loads. It counts load "
                   "instructions saved,\nnot DRAM bytes: a GPU's caches may serve the others just as well.\n");
    return failed ? 1 : 0;
}

}  // namespace halo::lab
