#include "harness/why.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "harness/inquiry.hpp"
#include "harness/local.hpp"

namespace halo::lab {

namespace {

/// The numbers of `2,14`; nothing if it is something else.
std::optional<std::vector<std::size_t>> numbers(std::string_view text)
{
    std::vector<std::size_t> out;
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(','));
        const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), out.emplace_back());
        if (error != std::errc() || end != one.data() + one.size()) return {};
        text.remove_prefix(std::min(one.size() + 1, text.size()));
    }
    return out;
}

/// The flat index of an element of the output; nothing if there is no such element.
std::optional<std::size_t> element_at(const std::string& at, const Output& output, std::size_t count)
{
    const auto place = numbers(at);
    const std::size_t dimensions = 1 + (output.row > 0) + (output.across > 1);
    if (!place || place->size() != dimensions) return {};
    std::size_t flat = place->front();
    if (output.row > 0) {
        if ((*place)[1] >= std::size_t(output.row)) return {};
        flat = flat * std::size_t(output.row) + (*place)[1];
    }
    if (output.across > 1) {
        if (place->back() >= std::size_t(output.across)) return {};
        flat = flat * std::size_t(output.across) + place->back();
    }
    return flat < count ? std::optional(flat) : std::nullopt;
}

std::string name_of(const Load& load)
{
    std::string out = load.array.empty() ? "?" : load.array;
    for (const std::int64_t i : load.index) out += fmt::format("[{}]", i);
    return out;
}

std::string value_of(const Load& load) { return load.is_float ? number(float(load.value)) : fmt::format("{:.0f}", load.value); }

/// The element of the input that a load brought, directly or through shared memory.
const Load& brought(const Loaded& load) { return load.origin && load.origin->load ? *load.origin->load : static_cast<const Load&>(load); }

/// `d_in[98], in row 2, column 2`: a flat index in an array of rows
std::string with_row(const Load& load, int row)
{
    const bool flat_in_rows = row > 0 && load.space == Space::global && load.index.size() == 1 && load.index.front() >= 0;
    return flat_in_rows ? fmt::format("{}, in row {}, column {}", name_of(load), load.index.front() / row, load.index.front() % row) : name_of(load);
}

/// `line 54: s_tile[2][14] = 3, stored in line 41 by thread (14,2), which had loaded d_in[12]`
std::string told(const Loaded& load, int row)
{
    std::string out = load.at.line > 0 ? fmt::format("line {}: ", load.at.line) : std::string();
    out += fmt::format("{}{} = {}", load.texture ? "fetched " : "", load.origin ? name_of(load) : with_row(load, row), value_of(load));
    if (load.origin) {
        out += fmt::format(", stored in line {} by thread {}", load.origin->at.line, index(load.origin->thread));
        if (load.origin->load) out += ", which had loaded " + with_row(*load.origin->load, row);
    }
    return out;
}

/// Is it this element of the input, by its indices or by its place in memory? A row of the input has `row` elements.
bool is_element(const Load& load, const Indices& place, int row)
{
    if (place.empty() || load.space != Space::global) return false;
    std::int64_t flat = place.front();
    for (std::size_t i = 1; i < place.size(); ++i) flat = flat * row + place[i];
    return load.index == place || load.index == Indices{flat};
}

/// A product is missing: was its element loaded?
void print_missing(const std::vector<Loaded>& loads, const WrongProduct& missing, int row)
{
    std::string due = "in";
    for (const std::int64_t i : missing.due) due += fmt::format("[{}]", i);
    const auto load = std::ranges::find_if(loads, [&](const Loaded& one) { return is_element(brought(one), missing.due, row); });
    if (load == loads.end()) fmt::print("\nHere the story parts from the right one: no load brings {}.\n", due);
    else fmt::print("\nLoad {} brings {}, but it is not in the sum: what happens to it after line {}?\n", load - loads.begin() + 1, due, load->at.line);
}

/// The loads, the one that parts from the right sum marked.
void print_loads(const std::vector<Loaded>& loads, const std::optional<Footprint>& footprint, int row)
{
    constexpr std::size_t kShown = 60;
    const auto parts = std::ranges::find_if(loads, [&](const Loaded& load) {
        return footprint && footprint->wrong > 0 && is_element(brought(load), footprint->first.met, row);
    });
    const auto at = std::size_t(parts - loads.begin());
    // A long sum: its beginning, and what surrounds the place that counts.
    const std::size_t begin = at < loads.size() && at >= kShown ? at - kShown / 2 : 0, end = std::min(loads.size(), begin + kShown);
    fmt::print("\nThe thread's {} load{}, in order:\n", loads.size(), loads.size() == 1 ? "" : "s");
    if (begin > 0) fmt::print("  … {} before\n", begin);
    for (std::size_t i = begin; i < end; ++i)
        fmt::print("{:>5}  {}{}\n", i + 1, told(loads[i], row), i == at ? "   <- here the story parts from the right one" : "");
    if (end < loads.size()) fmt::print("  … {} more\n", loads.size() - end);
}

struct Subject {
    const LocalCase& local;
    const Inquiry& inquiry;
    PlannedCall call;
};

/// Runs the wrong call again, watched, and asks what the function sums.
Learned learned_about(const Subject& subject, std::size_t element)
{
    Inquiry inquiry = subject.inquiry;
    inquiry.request.traced = element;
    inquiry.request.loads = true;
    const Isolated isolated = answer_to(inquiry.request);
    return learned_from(the_lab(), subject.call, inquiry, {isolated.response, isolated.ended});
}

std::optional<Footprint> drawn(const Subject& s, const Learned& learned, const Expected& expected, std::span<const float> got,
                               std::optional<std::size_t> element)
{
    const Inputs& inputs = s.inquiry.request.calls.front();
    const auto diagnosis = the_lab().find(s.local.judgement.function)->kind->diagnose(
        {inputs, expected, got, nullptr, {}, learned.taps ? &*learned.taps : nullptr, element});
    return diagnosis ? diagnosis->evidence.footprint : std::nullopt;
}

int explain_element(const Subject& s, const std::string& at)
{
    const Judged& kind = the_lab().find(s.local.judgement.function)->kind;
    const Response response = response_from(s.local.response, planned_calls(s.local).size());
    const Returned& returned = response.calls.at(s.inquiry.call);
    const Expected expected = kind->solve(s.inquiry.request.calls.front());
    const auto got = std::span(returned.values).subspan(returned.guard, expected.want.size());
    const Output output = kind->output(s.call.size);

    std::optional<std::size_t> wanted;
    if (!at.empty()) {
        wanted = element_at(at, output, got.size());
        if (!wanted) {
            fmt::print("AT={} is no element of {}\n  where: {}\n  try:   AT=2,14 for [2][14]; AT=14 where there is one index\n", at,
                       output.name, kind->describe(s.call.size));
            return 2;
        }
    }
    Learned learned = learned_about(s, wanted.value_or(*s.inquiry.request.traced));
    auto footprint = drawn(s, learned, expected, got, wanted);
    const std::size_t element = wanted ? *wanted : footprint ? footprint->element : std::size_t(*s.inquiry.request.traced);
    if (element != s.inquiry.request.traced && !wanted) learned = learned_about(s, element);

    fmt::print("{} of {} ({}): {}, {}\n", output.element(element), s.local.judgement.function, kind->describe(s.call.size),
               never_written(got[element]) ? "never written" : "it holds " + number(got[element]), "expected " + number(expected.want[element]));
    if (std::abs(double(got[element]) - double(expected.want[element])) <= expected.tolerance) fmt::print("It is right.\n");
    const History* history = learned.history ? &*learned.history : nullptr;
    if (history != nullptr && history->stored) {
        const Stored& stored = *history->stored;
        fmt::print("Stored in line {} of {} by thread {} of block {}", stored.at.line, stored.kernel, index(stored.thread), index(stored.block));
        if (stored.several_threads)
            fmt::print(", and before that by thread {} of block {}", index(stored.first_thread), index(stored.first_block));
        fmt::print("; blocks of {}, a grid of {}.\n", index(stored.block_shape), index(stored.grid));
    } else if (history != nullptr) {
        fmt::print("No thread stored it.\n");
    }
    if (footprint && footprint->wrong > 0) fmt::print("\n{}\n{}\n", sentence(*footprint), drawing(*footprint));
    if (history == nullptr || history->loads.empty()) return 1;
    print_loads(history->loads, footprint, output.row);
    if (footprint && footprint->wrong > 0 && footprint->first.mark == Mark::missing) print_missing(history->loads, footprint->first, output.row);
    return 1;
}

}  // namespace

int print_why(const std::string& at)
{
    for (std::size_t i = 0; i < the_lab().cases.size(); ++i) run_case(i);
    const LocalCase* failure = first_failure(local_cases());
    if (failure == nullptr) {
        fmt::print("All tests pass: there is nothing to explain.\n");
        return 0;
    }
    const LocalCase* about = case_to_ask_about();
    if (about == nullptr) {
        fmt::print("There is no wrong element to follow:\n\n{}\n", text(failure->judgement.message));
        return 1;
    }
    const Inquiry& inquiry = *about->judgement.inquiry;
    return explain_element({*about, inquiry, planned_calls(*about).at(inquiry.call)}, at);
}

}  // namespace halo::lab
