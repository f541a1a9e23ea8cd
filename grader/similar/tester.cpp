#include "similar/tester.hpp"

#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <numeric>
#include <optional>

#include <fmt/format.h>

#include "machine/errors.hpp"
#include "machine/text.hpp"
#include "sandbox/job.hpp"

namespace halo::grader::similar {
namespace {

constexpr const char* kPlace = "/similar";

/// Reads a line from left to right; every step is false at the first thing that is not as expected.
class Line {
public:
    explicit Line(std::string_view rest) : rest_(rest) {}

    bool text(std::string_view expected)
    {
        if (!rest_.starts_with(expected)) return false;
        rest_.remove_prefix(expected.size());
        return true;
    }
    bool number(std::size_t& into)
    {
        const auto [end, error] = std::from_chars(rest_.data(), rest_.data() + rest_.size(), into);
        if (error != std::errc()) return false;
        rest_.remove_prefix(static_cast<std::size_t>(end - rest_.data()));
        return true;
    }
    bool spaces()
    {
        rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
        return true;
    }
    bool ends() const { return rest_.empty(); }

private:
    std::string_view rest_;
};

/// `3: line 31-77                |5: line 19-65               [47]`; lines and files count from 1.
std::optional<Run> run_in(std::string_view text, std::size_t files)
{
    Line line(text);
    Run run;
    std::size_t words = 0;
    const bool good = line.number(run.first) && line.text(": line ") && line.number(run.first_begin) && line.text("-") && line.number(run.first_end) &&
                      line.spaces() && line.text("|") && line.number(run.second) && line.text(": line ") && line.number(run.second_begin) &&
                      line.text("-") && line.number(run.second_end) && line.spaces() && line.text("[") && line.number(words) && line.text("]") && line.ends();
    const auto fits = [&](std::size_t file, std::size_t begin, std::size_t end) { return file >= 1 && file <= files && begin >= 1 && end >= begin; };
    if (!good || !fits(run.first, run.first_begin, run.first_end) || !fits(run.second, run.second_begin, run.second_end)) return {};
    for (std::size_t* from_one : {&run.first, &run.second, &run.first_begin, &run.second_begin}) --*from_one;
    return run;
}

std::string lines_of(const Words& words)
{
    std::string text;
    for (const std::string_view word : words) text.append(word) += '\n';
    return text;
}

/// Processor time of a call. A class of 200 takes less than a second.
double share_s(std::size_t files) { return std::min(120.0, 20 + double(files) / 4); }

/// One call of the program.
class Call {
public:
    Call(const Tester& tester, const std::vector<Words>& fresh, const std::vector<Words>& old, Compare what, unsigned least)
        : tester_(tester), fresh_(fresh), old_(old), what_(what), least_(least), staging_(tester.confinement)
    {
        for (std::size_t i = 0; i < fresh.size() + old.size(); ++i)
            staging_.write(fmt::format("files/{}", i + 1), lines_of(i < fresh.size() ? fresh[i] : old[i - fresh.size()]));
    }

    /// Compares some of the fresh files; nothing if the program failed, and then `why` says how.
    std::optional<std::vector<Run>> on(const std::vector<std::size_t>& fresh, Message& why)
    {
        sandbox::Job job;
        job.read_only.push_back({staging_.path() / "files", kPlace});
        std::string program = tester_.program.string();
        if (!program.starts_with("/usr/")) {
            if (!staged_) staging_.add(tester_.program, "program/tester");
            staged_ = true;
            program = "/program/tester";
            job.read_only.push_back({staging_.path() / "program", "/program"});
        }
        job.argv = {program, "-n", "-e", what_ == Compare::fresh_with_old ? "-S" : "-s", "-T", "-r", std::to_string(least_), "-i"};
        std::string names;
        for (const std::size_t i : fresh) names += fmt::format("{}\n", i + 1);
        if (!old_.empty()) names += "/\n";
        for (std::size_t i = 0; i < old_.size(); ++i) names += fmt::format("{}\n", fresh_.size() + i + 1);
        job.input = sandbox::Input::text(names);
        job.folder = tester_.confinement.sandboxed ? kPlace : (staging_.path() / "files").string();
        job.limits.cpu_s = share_s(fresh.size() + old_.size());
        job.limits.wall_s = 3 * job.limits.cpu_s;
        job.limits.memory_bytes = 2048ull << 20;
        job.limits.processes = 8;
        job.limits.stdout_bytes = 512ull << 20;

        const sandbox::Outcome outcome = sandbox::run_job(job, tester_.confinement, sandbox::Sharing::alone, sandbox::Stage::judge);
        if (outcome.ok()) return runs_in(outcome.stdout_text, fresh_.size() + old_.size());
        const std::string said = printable(outcome.stderr_text.substr(0, outcome.stderr_text.find('\n')));
        why = {"the similarity tester failed: " + (outcome.how == sandbox::How::exited ? fmt::format("exit code {}", outcome.code) : outcome.text),
               said.empty() ? "it printed no reason" : "it printed: " + shortened(said, 200), "compare these files by eye"};
        return {};
    }

    std::size_t words(std::size_t fresh) const { return fresh_[fresh].size(); }

private:
    const Tester& tester_;
    const std::vector<Words>&fresh_, &old_;
    Compare what_;
    unsigned least_;
    sandbox::StagingDir staging_;
    bool staged_ = false;
};

/// The tester ends a run before some words, such as a name; these are the same all the same.
void extend(Run& run, const Words& first, const Words& second)
{
    for (std::size_t* place : {&run.first_begin, &run.first_end}) *place = std::min(*place, first.size());
    for (std::size_t* place : {&run.second_begin, &run.second_end}) *place = std::min(*place, second.size());
    while (run.first_begin > 0 && run.second_begin > 0 && first[run.first_begin - 1] == second[run.second_begin - 1]) --run.first_begin, --run.second_begin;
    while (run.first_end < first.size() && run.second_end < second.size() && first[run.first_end] == second[run.second_end]) ++run.first_end, ++run.second_end;
}

/// What the program finds in `files`, without those that it can't finish with: each the last of the shortest beginning of the list at which it fails, since it may
/// be a file's likeness to another that takes its time. They move to `found`.
std::vector<Run> without_unreadable(Call& call, std::vector<std::size_t>& files, Compared& found)
{
    constexpr std::size_t kMost = 16;       // more are not the files' fault
    const auto beginning = [&](std::size_t count) { return std::vector<std::size_t>(files.begin(), files.begin() + std::ptrdiff_t(count)); };
    for (;;) {
        Message why;
        if (auto runs = call.on(files, why)) return std::move(*runs);
        std::ranges::stable_sort(files, {}, [&](std::size_t i) { return call.words(i); });      // of two that take long together, the longer one is named
        std::size_t good = 0, bad = files.size();
        while (bad - good > 1) {
            const std::size_t middle = (good + bad) / 2;
            if (call.on(beginning(middle), why)) good = middle;
            else bad = middle;
        }
        found.unreadable.push_back(files[bad - 1]);
        found.why = why;
        files.erase(files.begin() + std::ptrdiff_t(bad - 1));
        if (files.empty() || found.unreadable.size() > kMost) throw GraderFault(why);
    }
}

}  // namespace

std::vector<Run> runs_in(std::string_view printed, std::size_t files)
{
    std::vector<Run> runs;
    while (!printed.empty()) {
        const std::string_view line = printed.substr(0, printed.find('\n'));
        printed.remove_prefix(std::min(line.size() + 1, printed.size()));
        if (line.empty() || line.starts_with("Total input: ")) continue;
        const auto run = run_in(line, files);
        if (!run)
            throw GraderFault({"the similarity tester prints what this grader cannot read", "its line: " + shortened(printable(line), 200),
                               "grader doctor says which version this grader knows"});
        runs.push_back(*run);
    }
    return runs;
}

void need(const Tester& tester)
{
    if (access(tester.program.c_str(), X_OK) == 0) return;
    throw UsageError({"grader: similar needs the similarity tester, which is not installed", fmt::format("looked for {}", tester.program.string()),
                      "tools/setup similar, or apt install similarity-tester"});
}

Compared compare(const Tester& tester, const std::vector<Words>& fresh, const std::vector<Words>& old, Compare what, unsigned least)
{
    need(tester);
    Compared result;
    if (fresh.empty() || (old.empty() && (what == Compare::fresh_with_old || fresh.size() < 2))) return result;
    Call call(tester, fresh, old, what, least);
    std::vector<std::size_t> all(fresh.size());
    std::iota(all.begin(), all.end(), 0);
    std::vector<Run> runs = without_unreadable(call, all, result);
    std::ranges::sort(result.unreadable);
    const auto words = [&](std::size_t file) -> const Words& { return file < fresh.size() ? fresh[file] : old[file - fresh.size()]; };
    for (Run& run : runs) extend(run, words(run.first), words(run.second));
    result.runs = std::move(runs);
    return result;
}

}  // namespace halo::grader::similar
