#include "judging/executor/slurm.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "machine/errors.hpp"
#include "machine/process.hpp"
#include "machine/sha256.hpp"
#include "machine/text.hpp"

namespace halo::grader::judging {
namespace {

constexpr double kWait_s = 300;              // sbatch itself tries again for a while when the queue is busy

Ended command(std::vector<std::string> words)
{
    words.insert(words.begin(), "/usr/bin/env");
    return run_ours(words, {}, kWait_s);
}

/// In one line, without the name of the program.
std::string said(const Ended& ended)
{
    std::string text = printable(ended.errors.empty() ? ended.output : ended.errors);
    while (!text.empty() && text.back() == ' ') text.pop_back();
    return text.empty() ? fmt::format("exit code {}", ended.exit) : shortened(text, 400);
}

std::vector<std::string> lines_of(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        if (!line.empty()) lines.push_back(line);
    return lines;
}

bool one_of(std::string_view word, std::initializer_list<std::string_view> words) { return std::ranges::find(words, word) != words.end(); }

/// sbatch replaces %a and the like in the name of a log.
std::string without_percent(std::string text)
{
    for (std::size_t at = text.find('%'); at != std::string::npos; at = text.find('%', at + 2)) text.insert(at, 1, '%');
    return text;
}

End end_of(std::string_view state)
{
    if (state == "COMPLETED") return End::well;
    if (one_of(state, {"TIMEOUT", "DEADLINE", "OUT_OF_MEMORY"})) return End::limit;
    if (one_of(state, {"NODE_FAIL", "PREEMPTED", "BOOT_FAIL", "REVOKED"})) return End::lost;
    return state == "CANCELLED" ? End::cancelled : End::died;
}

/// Slurm's words for: not before somebody changes the queue or the job.
bool for_ever(std::string_view reason)
{
    constexpr std::array kReasons = {"PartitionDown", "PartitionInactive", "PartitionNodeLimit", "PartitionTimeLimit", "BadConstraints", "InvalidAccount", "InvalidQOS",
                                     "AccountNotAllowed", "QOSNotAllowed", "JobHeldUser", "JobHeldAdmin", "Nodes_required_for_job_are_DOWN", "ReqNodeNotAvail"};
    return std::ranges::any_of(kReasons, [&](std::string_view known) { return reason.starts_with(known); });
}

}  // namespace

std::string Slurm::name_of(const std::filesystem::path& spool) { return fmt::format("halo-{}-", sha256(spool.string()).substr(0, 12)); }

Slurm::Slurm(const std::filesystem::path& spool, std::vector<std::string> more, unsigned at_once) : name_(name_of(spool)), more_(std::move(more)), at_once_(at_once)
{
    if (const Ended version = command({"sbatch", "--version"}); version.exit != 0)
        throw UsageError({"grader: this machine cannot submit to Slurm", "sbatch --version: " + said(version), "run it where jobs are submitted, or leave out --executor slurm"});
}

void Slurm::submit(unsigned batch, std::size_t tasks, const std::filesystem::path& script, const Demand& demand)
{
    const std::string limit = at_once_ > 0 ? fmt::format("%{}", at_once_) : "";
    std::vector<std::string> words = {"sbatch", "--parsable", fmt::format("--array=0-{}{}", tasks - 1, limit), fmt::format("--job-name={}{}", name_, batch),
                                      "--output=" + without_percent(script.parent_path().string()) + "/%a.log", "--open-mode=append", "--ntasks=1", "--cpus-per-task=1",
                                      fmt::format("--time={}", demand.minutes), fmt::format("--mem={}M", demand.memory_mib), "--no-requeue"};
    if (demand.alone) words.push_back("--exclusive");
    if (demand.card) words.push_back("--gres=gpu:1");
    if (!demand.without.empty()) words.push_back(fmt::format("--exclude={}", fmt::join(demand.without, ",")));
    words.insert(words.end(), more_.begin(), more_.end());
    words.push_back(script.string());
    if (const Ended ended = command(words); ended.exit != 0) throw Refused(said(ended));
}

std::optional<QueuedTask> task_in(const std::string& line, const std::string& name)
{
    std::vector<std::string> cells(1);
    for (const char c : line)
        if (c == '|' && cells.size() < 6) cells.emplace_back();
        else cells.back() += c;
    if (cells.size() != 6 || !cells[2].starts_with(name)) return std::nullopt;
    const auto place = Place::from(cells[2].substr(name.size()) + "/" + cells[1]);
    if (!place) return std::nullopt;
    QueuedTask task;
    task.place = *place;
    task.id = cells[0] + "_" + cells[1];
    task.node = cells[4];
    const std::string& state = cells[3];
    if (one_of(state, {"PENDING", "REQUEUED", "REQUEUE_HOLD", "REQUEUE_FED", "SPECIAL_EXIT", "RESV_DEL_HOLD"})) task.phase = Phase::waiting;
    else if (one_of(state, {"RUNNING", "CONFIGURING", "COMPLETING", "STAGE_OUT", "SUSPENDED", "STOPPED", "RESIZING", "SIGNALING"})) task.phase = Phase::running;
    else task.phase = Phase::ended, task.end = end_of(state);
    if (task.phase == Phase::waiting) task.reason = cells[5], task.refused = for_ever(task.reason);
    return task;
}

std::optional<std::vector<QueuedTask>> Slurm::tasks()
{
    const Ended ended = command({"squeue", "--me", "--noheader", "--array", "--states=all", "--format=%F|%K|%j|%T|%N|%r"});
    if (ended.exit != 0) return std::nullopt;
    std::vector<QueuedTask> tasks;
    for (const std::string& line : lines_of(ended.output))
        if (auto task = task_in(line, name_)) tasks.push_back(std::move(*task));
    return tasks;
}

std::vector<std::string> Slurm::down()
{
    const Ended ended = command({"sinfo", "--noheader", "--Node", "--format=%N", "--states=down,fail"});
    return ended.exit == 0 ? lines_of(ended.output) : std::vector<std::string>{};
}

void Slurm::cancel(const std::vector<QueuedTask>& tasks)
{
    constexpr std::size_t kAtOnce = 500;     // a command line has an end
    for (std::size_t at = 0; at < tasks.size(); at += kAtOnce) {
        std::vector<std::string> words = {"scancel", "--quiet"};
        for (std::size_t i = at; i < std::min(tasks.size(), at + kAtOnce); ++i) words.push_back(tasks[i].id);
        command(words);
    }
}

}  // namespace halo::grader::judging
