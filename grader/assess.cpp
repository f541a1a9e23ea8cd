#include "assess.hpp"

#include <utility>

#include <fmt/format.h>

#include "text.hpp"

namespace halo::grader {
namespace {

constexpr std::size_t kShownBytes = 4096;

}  // namespace

Assessment::Assessment(const LabBuild& lab, const std::string& bytes, Compiler& compiler, sandbox::StagingDir& staging,
                       const sandbox::Policy& policy, const Settings& settings, const std::string& name, Sharing sharing)
    : lab_(lab), compiler_(compiler), policy_(policy), settings_(settings), sharing_(sharing)
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

Judgement Assessment::ask(const Judge& judge, const Round& round) const
{
    sandbox::Job job;
    job.argv = {"/out/run"};
    job.read_only = {{output_, "/out"}};
    job.input = sandbox::Input::text(judge.make(round));
    job.env = {{"HALO_THREADS", "1"}};  // other jobs use the other cores
    job.limits.cpu_s = settings_.run_cpu_s;
    job.limits.wall_s = Settings::wall_s(settings_.run_cpu_s);
    job.limits.memory_bytes = settings_.run_memory_mib << 20;
    job.allow_result_fd3 = true;

    sandbox::Outcome outcome = run_job(job, policy_, sharing_);
    Judgement judgement = judge.check(round, outcome.ended(), std::move(outcome.result));
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
    Judgement worst;
    for (int round = 0; round < settings_.rounds; ++round) {
        Judgement judgement = ask(judge, {function, seed, round});
        if (round == 0 || judgement.verdict < worst.verdict) worst = std::move(judgement);
        if (worst.verdict <= Verdict::timeout) break;  // nothing worse can follow
    }
    return worst;
}

}  // namespace halo::grader
