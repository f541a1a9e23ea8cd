#include "harness/student/show.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <iterator>
#include <optional>
#include <string_view>

#include <fmt/format.h>

#include "diagnose/compare.hpp"
#include "findings/describe.hpp"
#include "findings/finding_kind.hpp"
#include "harness/student/isolate.hpp"
#include "harness/student/local.hpp"
#include "harness/call/run.hpp"
#include "harness/student/scene.hpp"

namespace halo::lab {

namespace {

constexpr unsigned kSeconds = 60;

/// The call to show, and which block of it.
struct Staged {
    const LocalCase* local = nullptr;
    PlannedCall call;
    Inputs inputs;
    BlockChoice choice;
    std::optional<Finding> finding;
    std::optional<Footprint> footprint;
};

/// `1,0` as a block's index; nothing if it is something else.
std::optional<Index3> block_from(std::string_view text)
{
    Index3 block;
    unsigned* part[] = {&block.x, &block.y, &block.z};
    for (unsigned* number : part) {
        const std::string_view one = text.substr(0, text.find(','));
        const auto [end, error] = std::from_chars(one.data(), one.data() + one.size(), *number);
        if (error != std::errc() || end != one.data() + one.size()) return {};
        if (one.size() == text.size()) return block;
        text.remove_prefix(one.size() + 1);
    }
    return {};
}

/// The call in which the failure's finding was seen, and that finding: the same kind in the same line.
std::optional<std::size_t> call_with_finding(const LocalCase& local, std::size_t calls, std::optional<Finding>& finding)
{
    const Response response = response_from(local.response, calls);
    for (std::size_t i = 0; i < response.calls.size(); ++i) {
        const std::vector<Finding>& findings = response.calls[i].facts.findings;
        const auto in_kernel = std::ranges::find_if(findings, [](const Finding& f) { return f.launched.line > 0 && !is_remark(f.kind); });
        if (in_kernel == findings.end()) continue;
        finding = *in_kernel;
        return i;
    }
    return {};
}

/// Of the cases in which the function fails like this, the one with the largest output: a single element shows no neighbours.
const LocalCase& largest_like(const LocalCase& failure)
{
    constexpr double kEnough = 1e5;             // elements: more take long to record
    const LocalCase* best = &failure;
    const auto size_of = [](const LocalCase& local) {
        const auto calls = planned_calls(local);
        return double(request_for(the_lab(), local.judgement.function, {calls.front()}).calls.front().arrays.front().size());
    };
    for (const LocalCase& local : local_cases()) {
        const bool alike = local.judgement.function == failure.judgement.function && local.judgement.verdict == failure.judgement.verdict
                           && local.judgement.key == failure.judgement.key && local.tried;
        if (alike && size_of(local) <= kEnough && size_of(local) > size_of(*best)) best = &local;
    }
    return *best;
}

/// The inquiry's call for a wrong result, the finding's for a finding.
Staged failing(const LocalCase& first)
{
    const LocalCase& failure = largest_like(first);
    Staged s{.local = &failure, .call = {}, .inputs = {}, .choice = {}, .finding = {}, .footprint = {}};
    if (const LocalCase* about = case_to_ask_about(&failure); about != nullptr) {
        const Inquiry& inquiry = *about->judgement.inquiry;
        s.local = about;
        s.call = planned_calls(*about).at(inquiry.call);
        s.inputs = inquiry.request.calls.front();
        s.choice.element = inquiry.request.traced;
        return s;
    }
    const auto calls = planned_calls(failure);
    const std::size_t call = call_with_finding(failure, calls.size(), s.finding).value_or(0);
    s.call = calls.at(call);
    s.inputs = request_for(the_lab(), failure.judgement.function, calls).calls.at(call);
    if (s.finding) s.choice.kernel = s.finding->kernel, s.choice.block = s.finding->block;
    return s;
}

/// The measured case: several blocks, and small.
Staged passing(const LocalCase& measured)
{
    const auto calls = planned_calls(measured);
    return {.local = &measured, .call = calls.front(), .inputs = request_for(the_lab(), measured.judgement.function, calls).calls.front(),
            .choice = {}, .finding = {}, .footprint = {}};
}

/// The function's worst failure, else its measured case. Without a name: the function that fails worst, else the lab's last.
Staged what_to_show(const std::string& name)
{
    const LocalCase* failure = name.empty() ? first_failure(local_cases()) : nullptr;
    const std::string function = failure != nullptr ? failure->judgement.function : name.empty() ? the_lab().functions.back().name : name;
    const LocalCase* measured = nullptr;
    for (const LocalCase& local : local_cases()) {
        if (local.judgement.function != function) continue;
        if (measured == nullptr || the_lab().cases.at(local.index).measured) measured = &local;
        const bool fails = local.judgement.verdict != Verdict::passed;
        if (fails && (failure == nullptr || outweighs(local.judgement, failure->judgement))) failure = &local;
    }
    return failure != nullptr ? failing(*failure) : passing(*measured);
}

/// The call of this function that messages name so; nothing if there is none.
std::optional<Staged> called(const std::string& function, const std::string& description)
{
    for (const LocalCase& local : local_cases()) {
        if (local.judgement.function != function) continue;
        const auto calls = planned_calls(local);
        for (std::size_t i = 0; i < calls.size(); ++i)
            if (the_lab().find(function)->kind->describe(calls[i].size) == description)
                return Staged{.local = &local, .call = calls[i], .inputs = request_for(the_lab(), function, calls).calls.at(i),
                              .choice = {}, .finding = {}, .footprint = {}};
    }
    return {};
}

std::optional<Footprint> footprint_of(const Staged& s)
{
    if (!s.local->judgement.inquiry) return {};
    const Inquiry& inquiry = *s.local->judgement.inquiry;
    const Isolated isolated = answer_to(inquiry.request);
    const Learned learned = learned_from(the_lab(), s.call, inquiry, {isolated.response, isolated.ended});
    const Response response = response_from(s.local->response, planned_calls(*s.local).size());
    const Returned& returned = response.calls.at(inquiry.call);
    const Judged& kind = the_lab().find(s.local->judgement.function)->kind;
    const Expected expected = kind->solve(s.inputs);
    const auto got = std::span(returned.values).subspan(returned.guard, expected.want.size());
    const auto diagnosis = kind->diagnose({s.inputs, expected, got, nullptr, {}, learned.taps ? &*learned.taps : nullptr, {}});
    return diagnosis ? diagnosis->evidence.footprint : std::nullopt;
}

/// Everything but the trace.
Scene scene_of(const Staged& s, const FunctionEntry& entry)
{
    std::ifstream source(the_lab().file);
    const bool failed = s.local->judgement.verdict != Verdict::passed;
    Scene scene{.lab = the_lab().name, .function = entry.name, .file = the_lab().file, .call = entry.kind->describe(s.call.size),
                .verdict = std::string(name(s.local->judgement.verdict)), .message = failed ? text(s.local->judgement.message) : "",
                .race = {}, .footprint = s.footprint, .thread = {}, .geometry = entry.kind->geometry(s.call.size),
                .output = entry.kind->output(s.call.size), .source = std::string(std::istreambuf_iterator<char>(source), {})};
    if (s.finding) scene.thread = s.finding->thread;
    if (s.finding && s.finding->kind == FindingKind::race) scene.race = s.finding;
    return scene;
}

int nothing(const std::string& headline, const std::string& where, const std::string& attempt)
{
    fmt::print("{}\n  where: {}\n  try:   {}\n", headline, where, attempt);
    return 1;
}

}  // namespace

int write_scene(const ShowRequest& request)
{
    const auto block = block_from(request.block);
    if (!request.block.empty() && !block)
        return nothing(fmt::format("BLOCK={} is not a block", request.block), "a block is named by its numbers", "BLOCK=1 or BLOCK=1,0");
    if (!request.function.empty() && the_lab().find(request.function) == nullptr)
        return nothing(fmt::format("FUNCTION={} is not in this lab", request.function), the_lab().file, "the names in the header");

    for (std::size_t i = 0; i < the_lab().cases.size(); ++i) run_case(i);
    ask_about_failures();
    const auto chosen = request.call.empty() ? std::optional(what_to_show(request.function)) : called(request.function, request.call);
    if (!chosen) return nothing(fmt::format("no test calls {} with {}", request.function, request.call), the_lab().file, "a call as messages name it");
    Staged s = *chosen;
    s.footprint = footprint_of(s);
    if (s.footprint) s.choice.element = s.footprint->element;
    if (block) s.choice.element.reset(), s.choice.block = *block;

    const FunctionEntry& entry = *the_lab().find(s.local->judgement.function);
    const Isolated isolated = run_isolated([&](const Sink& sink) {
        const auto trace = trace_block(the_lab(), entry.name, s.inputs, s.choice);
        if (trace && !trace->kernel.empty()) sink(trace_json(*trace));
    }, kSeconds);
    const std::string where = fmt::format("{}, {}", entry.name, entry.kind->describe(s.call.size));
    if (isolated.response.empty())
        return nothing(fmt::format("{} ran no block that could be shown", entry.name), where,
                       block ? "is there a block of this number? Leave BLOCK out" : "make: its message comes first");

    std::ofstream out(request.file, std::ios::binary);
    out << scene_json(scene_of(s, entry), isolated.response) << '\n';
    if (out.flush()) return 0;
    return nothing(request.file + " could not be written", "the drawing of " + where, "is the disk full, or the folder somebody else's?");
}

}  // namespace halo::lab
