#include "harness/student/local.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <system_error>
#include <utility>

#include <unistd.h>

#include <fmt/format.h>

#include "findings/explain.hpp"
#include "findings/processors.hpp"
#include "harness/call/backend.hpp"
#include "harness/judge/card_bounds.hpp"
#include "harness/student/result.hpp"

namespace halo::lab {

namespace {

/// Fixed: the same data in every run, on every machine.
struct Seed {
    std::uint64_t value = 1;
    Measured measured = Measured::as_stated;
} seed;

constexpr unsigned kSecondsForACase = 30;

/// Removes what depends on the size of a call or on edits elsewhere in the file.
std::string without_numbers(std::string_view text)
{
    std::string out;
    for (const char c : text)
        if (c < '0' || c > '9') out += c;
    return out;
}

/// A line of the student's file without surrounding blanks, if the file is in the current folder, where `make` runs.
std::string source_line(const std::string& file, int number)
{
    std::ifstream in(file);
    std::string line;
    for (int i = 0; i < number && std::getline(in, line);) ++i;
    if (!in) return {};
    const auto first = line.find_first_not_of(" \t\r");
    return first == std::string::npos ? "" : line.substr(first, line.find_last_not_of(" \t\r") - first + 1);
}

/// What distinguishes this failure from another of its kind: the words and line of a finding, else the test's sentence.
void add_message(RunResult& out, const LocalCase& local, const Message& message)
{
    const Lab& lab = the_lab();
    const std::string at = lab.file + ":";
    out.function = local.judgement.function;
    out.message = text(message);
    out.line = message.headline.starts_with(at) ? std::atoi(message.headline.c_str() + at.size()) : 0;
    out.about = out.line > 0 ? without_numbers(message.headline) : lab.cases.at(local.index).sentence;
    if (out.line > 0) out.source = source_line(lab.file, out.line);
}

RunResult result_of(const std::vector<LocalCase>& cases)
{
    RunResult out{.lab = the_lab().name};
    out.held = std::size_t(std::ranges::count(cases, Verdict::passed, [](const LocalCase& local) { return local.judgement.verdict; }));
    out.sentences = the_lab().cases.size();
    for (const FunctionEntry& entry : the_lab().functions) {
        const auto own = [&](const LocalCase& local) { return local.judgement.function == entry.name; };
        const auto fine = [&](const LocalCase& local) { return !own(local) || (local.judgement.verdict == Verdict::passed && !local.judgement.leak); };
        if (std::ranges::any_of(cases, own) && std::ranges::all_of(cases, fine)) out.passed.push_back(entry.name);
    }
    if (const LocalCase* failure = first_failure(cases)) {
        out.verdict = name(failure->judgement.verdict);
        out.key = key_of(failure->judgement);
        add_message(out, *failure, failure->judgement.message);
        return out;
    }
    const auto leaky = std::ranges::find_if(cases, [](const LocalCase& local) { return local.judgement.leak.has_value(); });
    if (leaky != cases.end()) {
        out.key = name(Key::leak);
        add_message(out, *leaky, *leaky->judgement.leak);
    }
    return out;
}

MadeBy made_here() { return counts() ? MadeBy::engine : MadeBy::gpu; }

const std::string& function_of(std::size_t index) { return the_lab().cases.at(index).function; }

/// On the engine one call of a measured case will do: it is the longest, and a second one counts the same. A card is timed in the second,
/// which no longer waits for what happens once.
std::vector<PlannedCall> calls_of(std::size_t index)
{
    std::vector<PlannedCall> calls = plan(the_lab(), function_of(index), seed.value, 0, index, seed.measured);
    if (counts() && the_lab().cases.at(index).measured) call_once(calls, index);
    return calls;
}

/// A case whose calls a process of its own makes.
struct StartedCase {
    explicit StartedCase(std::size_t index, bool lines = false)
        : calls(calls_of(index)), process([&](const Sink& sink) {
              Request request = request_for(the_lab(), function_of(index), calls);
              request.lines = lines;
              run(the_lab(), request, sink);
          })
    {
    }

    std::vector<PlannedCall> calls;
    Isolation process;
};

/// How many cases run beside the one that is waited for.
std::size_t ahead = 0;

/// By their place in the_lab().cases; each goes when it is judged.
std::map<std::size_t, StartedCase>& started_cases()
{
    static std::map<std::size_t, StartedCase> cases;
    return cases;
}

void start(std::size_t index) { started_cases().try_emplace(index, index); }

void start_after(std::size_t index)
{
    for (std::size_t next = index + 1; next <= index + ahead && next < the_lab().cases.size(); ++next) start(next);
}

LocalCase judged_case(std::size_t index, const std::vector<PlannedCall>& calls, Isolated isolated)
{
    return {index, judge(the_lab(), function_of(index), calls, isolated.response, isolated.ended, {}, the_predictions(), made_here()), true,
            std::move(isolated.response), std::move(isolated.ended), std::move(isolated.printed)};
}

LocalCase tried_case(std::size_t index, bool lines)
{
    if (lines) {
        StartedCase alone(index, lines);
        return judged_case(index, alone.calls, alone.process.wait(kSecondsForACase));
    }
    start(index);
    start_after(index);
    auto mine = started_cases().extract(index);
    Isolated isolated = mine.mapped().process.wait(kSecondsForACase);
    start_after(index + 1);         // they run while this one is judged
    return judged_case(index, mine.mapped().calls, std::move(isolated));
}

}  // namespace

void draw_from(std::uint64_t value) { seed = {value, Measured::as_drawn}; }

void run_ahead()
{
    constexpr unsigned kAtOnce = 4;     // a lab's longest case takes about a quarter of the time of all
    if (counts()) ahead = std::min(usable_processors(), kAtOnce) - 1;
}

std::vector<LocalCase>& local_cases()
{
    static std::vector<LocalCase> cases;
    return cases;
}

const DetailedJudgement& run_case(std::size_t index, bool lines)
{
    const std::string& function = function_of(index);
    // Each further case would take as long, to the same end.
    const bool endless = std::ranges::any_of(local_cases(), [&](const LocalCase& earlier) {
        return earlier.judgement.function == function && earlier.judgement.verdict == Verdict::timeout;
    });
    if (endless) {
        started_cases().erase(index);
        DetailedJudgement untried;
        untried.function = function;
        untried.verdict = Verdict::timeout;
        untried.message.headline = function + ": " + explain({Mistake::not_tried}, {}).name;
        untried.key = key_of(Mistake::not_tried);
        local_cases().push_back({index, std::move(untried), false});
        return local_cases().back().judgement;
    }
    local_cases().push_back(tried_case(index, lines));
    return local_cases().back().judgement;
}

std::vector<CardBound> bounds_of_function(const std::string& function)
{
    const auto call = call_for_card(the_lab(), function, seed.value);
    if (!call) return {};
    const Isolated isolated = answer_to(request_for(the_lab(), function, {*call}));
    return judge(the_lab(), function, {*call}, isolated.response, isolated.ended).bounds;
}

std::vector<LineTraffic> lines_of_case(std::size_t index) { return tried_case(index, true).judgement.lines; }

LocalCase* case_to_ask_about(const LocalCase* failure)
{
    if (failure == nullptr || !failure->judgement.inquiry) return nullptr;
    LocalCase* about = nullptr;
    for (LocalCase& local : local_cases()) {
        const bool same = local.judgement.function == failure->judgement.function && local.judgement.inquiry.has_value();
        if (same && (about == nullptr || better(*local.judgement.inquiry, *about->judgement.inquiry))) about = &local;
    }
    return about;
}

std::vector<PlannedCall> planned_calls(const LocalCase& local) { return calls_of(local.index); }

Isolated answer_to(const Request& request) { return run_isolated(the_lab(), request, kSecondsForACase); }

namespace {

/// The product of all numbers that make a call larger: those that the grader may draw.
std::int64_t extent_of(const Judged& kind, const Size& size)
{
    std::int64_t product = 1;
    for (const DrawStep& one : kind->steps())
        if (one.step > 0) product *= *size.find(one.number);
    return product;
}

/// The call that a case with a wrong result is about.
const Size& size_asked_about(const LocalCase& local, const std::vector<PlannedCall>& planned) { return planned.at(local.judgement.inquiry->call).size; }

/// Adds the smallest call with a wrong result to the message about a larger one: it is the one for pencil and paper.
void name_smallest(LocalCase& about)
{
    constexpr std::int64_t kByHand = 16;        // elements
    if (about.judgement.verdict != Verdict::wrong_result || !about.judgement.inquiry) return;
    if (key_of(about.judgement) == name(Key::not_copied_back)) return;        // nothing to compute by hand
    const Judged& kind = the_lab().find(about.judgement.function)->kind;
    const Size size = size_asked_about(about, planned_calls(about));
    Size smallest = size;
    for (const LocalCase& local : local_cases()) {
        if (local.judgement.function != about.judgement.function || local.judgement.verdict != Verdict::wrong_result || !local.judgement.inquiry) continue;
        const std::vector<PlannedCall> planned = planned_calls(local);
        if (const Size& other = size_asked_about(local, planned); extent_of(kind, other) < extent_of(kind, smallest)) smallest = other;
    }
    if (smallest == size || extent_of(kind, smallest) > kByHand) return;
    about.judgement.message.where += fmt::format("; wrong already for {}", kind->describe(smallest));
}

}  // namespace

void ask_about_failures()
{
    for (const LocalCase* failure : failures(local_cases())) {
        LocalCase* about = case_to_ask_about(failure);
        if (about == nullptr) continue;
        const Isolated isolated = answer_to(about->judgement.inquiry->request);
        about->judgement = judge(the_lab(), about->judgement.function, planned_calls(*about), about->response, about->ended,
                                 Answer{isolated.response, isolated.ended}, the_predictions(), made_here());
        name_smallest(*about);
    }
}

std::vector<const LocalCase*> failures(const std::vector<LocalCase>& cases)
{
    std::vector<const LocalCase*> all;
    for (const FunctionEntry& entry : the_lab().functions) {
        const LocalCase* worst = nullptr;
        for (const LocalCase& local : cases)
            if (local.judgement.function == entry.name && local.judgement.verdict != Verdict::passed
                && (worst == nullptr || outweighs(local.judgement, worst->judgement)))
                worst = &local;
        if (worst != nullptr) all.push_back(worst);
    }
    std::ranges::stable_sort(all, {}, [](const LocalCase* one) { return std::pair(not_begun(*one), one->judgement.verdict); });
    return all;
}

const LocalCase* first_failure(const std::vector<LocalCase>& cases)
{
    const std::vector<const LocalCase*> all = failures(cases);
    return all.empty() ? nullptr : all.front();
}

bool not_begun(const LocalCase& local) { return key_of(local.judgement) == name(Key::not_started); }

std::string printed_text(const std::vector<LocalCase>& cases)
{
    const LocalCase* failure = first_failure(cases);
    std::vector<LabelledPrint> calls;
    const auto add = [&](const LocalCase& local) {
        const std::vector<PlannedCall> planned = planned_calls(local);
        const FunctionEntry& entry = *the_lab().find(local.judgement.function);
        for (std::size_t i = 0; i < std::min(planned.size(), local.printed.size()); ++i)
            calls.push_back({entry.name + ", " + entry.kind->describe(planned[i].size) + (planned[i].repeat > 0 ? ", called again" : ""), local.printed[i]});
    };
    if (failure != nullptr) add(*failure);
    for (const LocalCase& local : cases)
        if (&local != failure) add(local);
    return prints_text(calls);
}

PassRemark pass_remark()
{
    std::optional<LineRemark> dearest;
    PassRemark remark;
    const std::size_t tested = local_cases().size();
    for (std::size_t i = 0; i < tested; ++i) {
        const std::size_t index = local_cases()[i].index;
        const std::optional<Counters> counters = local_cases()[i].judgement.counters;
        if (!the_lab().cases[index].measured || !counters || !may_be_wasteful(*counters)) continue;
        const std::vector<LineTraffic> lines = lines_of_case(index);
        const std::string& function = the_lab().cases[index].function;
        const auto found = worth_mentioning(the_lab(), function, *counters, lines, the_predictions());
        if (found && (!dearest || found->price > dearest->price)) {
            dearest = found;
            remark = {as_pass_remark(*found, function, *counters), function, counter_of(*found)};
        }
    }
    return remark;
}

void write_result(const std::vector<LocalCase>& cases)
{
    const char* path = std::getenv("HALO_RESULT");
    if (path == nullptr || *path == '\0') return;

    // Written to a temporary file and renamed, so that `make watch` and `make` at the same time do not disturb each other.
    const std::string temporary = std::string(path) + ".new." + std::to_string(getpid());
    std::ofstream file(temporary);
    file << to_json(result_of(cases)) << '\n';
    file.close();
    std::error_code error;
    if (file) std::filesystem::rename(temporary, path, error);
    if (!file || error) {
        std::fprintf(stderr, "the result of this run cannot be saved\n  where: %s\n  try:   is the disk full, or the folder not yours?\n",
                     path);
        std::filesystem::remove(temporary, error);
    }
}

bool use_colour()
{
    const char* no_colour = std::getenv("NO_COLOR");
    return isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

}  // namespace halo::lab
