#include "harness/student/why.hpp"

#include <charconv>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "findings/describe.hpp"
#include "findings/explain.hpp"
#include "harness/judge/copies.hpp"
#include "harness/judge/inquiry.hpp"
#include "harness/student/load_story.hpp"
#include "harness/student/local.hpp"

namespace halo::lab {

namespace {

/// The numbers of `2,14`; nothing if it is something else.
std::optional<std::vector<std::size_t>> numbers(std::string_view text)
{
    std::vector<std::size_t> out;
    for (bool more = true; more;) {
        const std::string_view one = text.substr(0, text.find(','));
        const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), out.emplace_back());
        if (error != std::errc() || end != one.data() + one.size()) return {};
        more = one.size() < text.size();
        text.remove_prefix(one.size() + more);
    }
    return out;
}

/// The flat index of the element of the output that `2,14` names; nothing if it names none.
std::optional<std::size_t> element_at(const std::string& at, const Output& output, std::size_t count)
{
    const auto place = numbers(at);
    for (std::size_t flat = 0; place && flat < count; ++flat)
        if (output.indices(flat) == *place) return flat;
    return {};
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
        {inputs, expected, got, nullptr, {}, learned.taps ? &*learned.taps : nullptr, nullptr, element});
    return diagnosis ? diagnosis->evidence.footprint : std::nullopt;
}

int refuse(const std::string& at, const Subject& s, const Output& output, std::size_t count, std::size_t wrong)
{
    fmt::print("AT={} is not an element of {}\n  where: {}; its elements are {} to {}\n  try:   AT={}, which is {}\n", at, output.array,
               the_lab().find(s.local.judgement.function)->kind->describe(s.call.size), output.element(0), output.element(count - 1),
               fmt::join(output.indices(wrong), ","), output.element(wrong));
    return 2;
}

void print_thread(const History& history, const Output& output)
{
    if (!history.stored) {
        const std::string doubtful = doubtful_copies(history, output);
        fmt::print("{}\n", doubtful.empty() ? "No thread stored it." : fmt::format("Nothing that a thread stored has reached it: {}.", doubtful));
        return;
    }
    const Stored& stored = *history.stored;
    fmt::print("Stored in line {} of {} by thread {} of block {}", stored.at.line, stored.kernel, index(stored.thread), index(stored.block));
    if (stored.several_threads) fmt::print(", and before that by thread {} of block {}", index(stored.first_thread), index(stored.first_block));
    fmt::print("; blocks of {}, a grid of {}.\n", index(stored.block_shape), index(stored.grid));
}

int explain_element(const Subject& s, const std::string& at)
{
    const Judged& kind = the_lab().find(s.local.judgement.function)->kind;
    const Response response = response_from(s.local.response, planned_calls(s.local).size());
    const Returned& returned = response.calls.at(s.inquiry.call);
    const Inputs& inputs = s.inquiry.request.calls.front();
    const Expected expected = kind->solve(inputs);
    const auto got = std::span(returned.values).subspan(returned.guard, expected.want.size());
    const Output output = kind->output(s.call.size);
    const std::size_t first = *s.inquiry.request.traced;

    const auto wanted = element_at(at, output, got.size());
    if (!at.empty() && !wanted) return refuse(at, s, output, got.size(), first);
    Learned learned = learned_about(s, wanted.value_or(first));
    const auto footprint = drawn(s, learned, expected, got, wanted);
    const std::size_t element = wanted ? *wanted : footprint ? footprint->element : first;
    if (element != first && !wanted) learned = learned_about(s, element);

    fmt::print("{} of {} ({}): {}, {}\n", output.element(element), s.local.judgement.function, kind->describe(s.call.size),
               never_written(got[element]) ? "never written" : "it holds " + number(got[element]), "expected " + number(expected.want[element]));
    if (!wanted && element != first) fmt::print("It shows more than the first wrong one, {}: AT={} follows that.\n", output.element(first), fmt::join(output.indices(first), ","));
    if (std::abs(double(got[element]) - double(expected.want[element])) <= expected.tolerance) fmt::print("It is right.\n");
    if (learned.history) print_thread(*learned.history, output);
    if (footprint && footprint->wrong > 0) fmt::print("\n{}\n{}\n", sentence(*footprint), drawing(*footprint));
    if (learned.history && !learned.history->loads.empty()) fmt::print("\n{}", load_story(learned.history->loads, footprint, inputs, output));
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
    const LocalCase* about = case_to_ask_about(failure);
    if (about == nullptr) {
        fmt::print("There is no wrong element to follow:\n\n{}\n", text(failure->judgement.message));
        return 1;
    }
    const Inquiry& inquiry = *about->judgement.inquiry;
    return explain_element({*about, inquiry, planned_calls(*about).at(inquiry.call)}, at);
}

}  // namespace halo::lab
