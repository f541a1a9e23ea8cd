#include "judging/one_file.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader::judging {
namespace {

constexpr std::size_t kShownBytes = 4096;

/// A test is as bad as in its worst round.
void add_cases(std::vector<JudgedCase>& cases, const std::vector<JudgedCase>& of_round)
{
    for (JudgedCase& one : cases)
        if (const auto other = std::ranges::find(of_round, one.name, &JudgedCase::name); other != of_round.end() && other->verdict < one.verdict) one = *other;
}

std::string why_stopped(const sandbox::Outcome& outcome)
{
    const std::string why = sandbox::why_so_long(outcome);
    return outcome.by_sleep ? why + "; another function of this file did so before until it was stopped, so this one was stopped sooner" : why;
}

bool ended_by_limit(const sandbox::Outcome& outcome) { return outcome.how != sandbox::How::exited && outcome.how != sandbox::How::signalled; }

/// A pass that is none: two processes that make the same call must count the same.
Judgement counts_disagree(const Judgement& passed)
{
    Judgement judgement = bare_judgement(passed.function, Verdict::implausible,
                                         {passed.function + ": the values are right, but the counts don't add up", "two processes that make the same call count differently",
                                          "does the kernel do something else in each run, or reach into memory that is not its own?"});
    judgement.key = Key::implausible;
    judgement.cases = passed.cases;
    return judgement;
}

}  // namespace

Assessment::Assessment(const course::LabBuild& lab, const std::string& bytes, Compiler& compiler, sandbox::StagingDir& staging,
                       const sandbox::Confinement& confinement, const Settings& settings, const std::string& name, sandbox::Sharing sharing,
                       bool slept)
    : lab_(lab), compiler_(compiler), confinement_(confinement), settings_(settings), sharing_(sharing), slept_(slept)
{
    const std::filesystem::path home = fmt::format("submissions/{}", name);
    home_ = staging.path() / home;
    source_ = staging.write(home / "src" / lab.file(), bytes).parent_path();
    output_ = staging.make_output(home / "out");
}

Assessment::~Assessment()
{
    std::error_code ignored;
    std::filesystem::remove_all(home_, ignored);
}

sandbox::Outcome Assessment::run(std::string request, sandbox::Stage stage)
{
    sandbox::Job job;
    job.argv = {"/out/run"};
    job.read_only = {{output_, "/out"}};
    job.input = sandbox::Input::text(std::move(request));
    job.env = {{"HALO_THREADS", "1"}};  // other jobs use the other cores
    job.limits.cpu_s = settings_.run_cpu_s;
    job.limits.wall_s = Settings::wall_s(settings_.run_cpu_s);
    if (slept_) job.limits.asleep_s = Settings::asleep_s(settings_.run_cpu_s);
    job.limits.memory_bytes = settings_.run_memory_mib << 20;
    job.allow_result_fd3 = true;
    sandbox::Outcome outcome = sandbox::run_job(job, confinement_, sharing_, stage);
    slept_ = slept_ || outcome.slept();
    return outcome;
}

Judgement Assessment::ask(const Judge& judge, const Round& round, Requests requests)
{
    sandbox::Outcome outcome = run(std::move(requests.seen), sandbox::Stage::run);
    Response response{{outcome.ended(), std::move(outcome.result)}};
    std::string why = why_stopped(outcome);
    // What a hidden test's process prints is shown to nobody. A process that a limit ended costs its limit once.
    if (!requests.hidden.empty() && !ended_by_limit(outcome)) {
        sandbox::Outcome hidden = run(std::move(requests.hidden), sandbox::Stage::run);
        why = why_stopped(hidden);
        response.hidden = Answered{hidden.ended(), std::move(hidden.result)};
    }
    auto [judgement, question] = judge.check(round, response);
    if (!why.empty() && judgement.verdict == Verdict::timeout)
        judgement.message.where += (judgement.message.where.empty() ? "" : "; ") + why;
    if (judgement.verdict == Verdict::wrong_result && !question.empty()) {
        sandbox::Outcome again = run(std::move(question), sandbox::Stage::question);
        judgement = judge.explained(round, std::move(judgement), response, {again.ended(), std::move(again.result)});
    }
    judgement.printed = shortened(printable(outcome.stdout_text + outcome.stderr_text, true), kShownBytes);
    return judgement;
}

Judgement Assessment::judge(const Judge& judge, const std::string& function, std::uint64_t seed)
{
    if (!built_) {
        failure_ = compiler_.build(lab_, source_, output_, sharing_);
        built_ = true;
    }
    if (failure_) {
        Judgement judgement = *failure_;
        judgement.function = function;
        return judgement;
    }
    std::vector<Requests> requests = judge.make(function, seed, settings_.rounds);
    Judgement worst;
    std::optional<StatedCounts> stated;
    std::string counted;                                    // in the first round's process
    for (int round = 0; round < settings_.rounds; ++round) {
        Judgement judgement = ask(judge, {function, seed, round, settings_.rounds}, std::move(requests[std::size_t(round)]));
        const std::string proved = std::exchange(judgement.proved_counts, {});
        if (round == 0) counted = proved;
        else if (round + 1 == settings_.rounds && judgement.verdict == Verdict::passed && proved != counted) judgement = counts_disagree(judgement);
        // The first round has measured a size of its own, later ones the one that the page names, about which students predict.
        if (round > 0 && judgement.verdict >= Verdict::slow_pattern && judgement.counters) stated = {*judgement.counters, judgement.reuse_ratio};
        if (round > 0) {
            add_cases(worst.cases, judgement.cases);
            add_cases(judgement.cases, worst.cases);
        }
        if (round == 0 || judgement.verdict < worst.verdict) worst = std::move(judgement);
        else if (worst.verdict == Verdict::passed) worst.bounds = std::move(judgement.bounds);     // only the last round has any
        if (worst.verdict < Verdict::slow_pattern) break;  // it has failed: another round could only repeat that
    }
    if (worst.verdict >= Verdict::slow_pattern) worst.stated = stated;
    return worst;
}

Judgement fault(const std::string& function, const std::exception& error)
{
    if (const auto* ours = dynamic_cast<const GraderFault*>(&error))
        return bare_judgement(function, Verdict::grader_fault, ours->message);
    return bare_judgement(function, Verdict::grader_fault, {fmt::format("the grader failed: {}", error.what()), "", ""});
}

}  // namespace halo::grader::judging
