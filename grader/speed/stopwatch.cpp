#include "speed/stopwatch.hpp"

#include <atomic>
#include <chrono>
#include <future>
#include <sstream>
#include <utility>

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include "machine/errors.hpp"
#include "machine/process.hpp"
#include "machine/text.hpp"
#include "sandbox/files.hpp"
#include "speed/reading.hpp"

namespace halo::grader::speed {
namespace {

namespace fs = std::filesystem;
using sandbox::Outcome;

constexpr unsigned kRounds = 21, kMostRounds = 105;
constexpr double kTimerWall_s = 300;                // it gives a function 20 s for a call
constexpr std::size_t kShownOfTimer = 4096;

/// CUDA's runtime looks for the driver's library by name, and the sandbox has no list of the system's libraries.
fs::path driver_folder()
{
    void* const driver = dlopen("libcuda.so.1", RTLD_LAZY | RTLD_LOCAL);
    link_map* map = nullptr;
    if (driver == nullptr || dlinfo(driver, RTLD_DI_LINKMAP, &map) != 0 || map == nullptr) return {};
    std::error_code ignored;
    return fs::canonical(map->l_name, ignored).parent_path();
}

record::Timing no_time(const std::string& function, const Message& why)
{
    record::Timing t;
    t.pace = record::Pace::no_time;
    t.message = why;
    if (!t.message.headline.starts_with(function + ":")) t.message.headline = function + ": " + t.message.headline;
    return t;
}

/// What its process says about why it is gone.
void add_ending(record::Timing& t, const Outcome& outcome)
{
    t.printed = shortened(printable(outcome.stderr_text, true), kShownOfTimer);
    if (t.pace != record::Pace::failed || outcome.how == sandbox::How::fault) return;
    const std::string said = t.printed.substr(0, t.printed.find('\n'));
    t.message.where = "its process on the card: " + outcome.text + (said.empty() ? "" : "; " + said);
}

}  // namespace

Stopwatch::Stopwatch(doctor::CardHere card, sandbox::Bind parts, const sandbox::Confinement& confinement)
    : card_(std::move(card)), parts_(std::move(parts)), confinement_(confinement), driver_(driver_folder())
{
}

sandbox::Job Stopwatch::job(const fs::path& library) const
{
    sandbox::Job job;
    job.argv = {parts_.inside + "/contestant", "/out/functions.so"};
    job.read_only = {parts_, {library, "/out"}};
    job.devices = card_.devices;
    job.env["CUDA_VISIBLE_DEVICES"] = card_.uuid;
    if (!driver_.empty()) {
        job.env["LD_LIBRARY_PATH"] = driver_.string();
        if (!driver_.string().starts_with("/usr/")) job.read_only.push_back({driver_, driver_.string()});
    }
    job.limits.cpu_s = kTimerWall_s;
    job.limits.wall_s = kTimerWall_s + 20;
    job.limits.memory_bytes = 4ull << 30;
    job.limits.stdout_bytes = 64 << 10;
    return job;
}

record::Timing Stopwatch::time(const course::LabBuild& lab, const std::string& function, const fs::path& library) const
try {
    sandbox::Pipe requests, answers;
    if (!requests.make() || !answers.make()) return no_time(function, {"no descriptors are left", "", "close other programs"});
    sandbox::Job job = this->job(library);
    std::atomic<bool> stop{false};
    job.stop = &stop;
    job.attached = sandbox::Attached{requests.read.release(), answers.write.release()};
    auto contestant = std::async(std::launch::async, [&] { return sandbox::run(job, confinement_); });

    std::vector<std::string> words = {lab.timer->timer.string(), "--json", "--function=" + function, "--given=3,4", fmt::format("--rounds={}", kRounds),
                                      fmt::format("--most-rounds={}", kMostRounds)};
    if (fs::exists(lab.timer->solution)) words.push_back("--solution=" + lab.timer->solution.string());
    const Ended ended = run_ours(words, {}, kTimerWall_s, {requests.write.get(), answers.read.get()}, {{"CUDA_VISIBLE_DEVICES", card_.uuid}});
    requests.write.reset(), answers.read.reset();
    const bool by_itself = contestant.wait_for(std::chrono::seconds(2)) == std::future_status::ready;
    stop = true;
    const Outcome outcome = contestant.get();

    if (!outcome.started && outcome.how == sandbox::How::fault) return no_time(function, message_from_text(printable(outcome.text, true)));
    record::Timing t = ended.timed_out ? read_timer(function, 0, fmt::format(R"({{"function":"{}","gone":"it took more than {} s in all"}})", function, kTimerWall_s), "")
                               : read_timer(function, ended.exit, ended.output, ended.errors);
    if (by_itself) add_ending(t, outcome);
    return t;
} catch (const GraderFault& fault) {
    return no_time(function, fault.message);
} catch (const std::exception& error) {
    return no_time(function, {error.what(), "", "run it again"});
}

std::vector<std::string> timed_functions(const course::LabBuild& lab)
{
    const Ended ended = run_ours({lab.timer->timer.string(), "--list"}, {}, 20);
    if (ended.exit != 0)
        throw GraderFault({fmt::format("the timer of {} does not list its functions", lab.lab), shortened(printable(ended.errors), 300), "build again: ninja -C build grading-gpu"});
    std::vector<std::string> functions;
    std::istringstream lines(ended.output);
    for (std::string line; std::getline(lines, line);) functions.push_back(line);
    return functions;
}

record::Timing read_timer(const std::string& function, int exit, const std::string& output, const std::string& errors)
{
    if (exit != 0) {
        // Other processes of the contest write there, too.
        const auto at = errors.rfind("no time was taken");
        if (at == std::string::npos)
            return no_time(function, {"the timer ended without a time", exit < 0 ? "a signal ended it" : fmt::format("exit code {}: {}", exit, shortened(printable(errors), 300)), "run it again; if it stays so, look at nvidia-smi and dmesg"});
        return no_time(function, message_from_text(printable(errors.substr(at), true)));
    }
    try {
        std::istringstream lines(output);
        for (std::string line; std::getline(lines, line);)
            if (line.starts_with('{')) return timing_of(line);
    } catch (const record::UnreadableTiming& error) {
        return no_time(function, {"the timer's answer cannot be understood", error.what(), "build again: ninja -C build grading-gpu"});
    }
    return no_time(function, {"the timer said nothing of it", "", "build again: ninja -C build grading-gpu"});
}

}  // namespace halo::grader::speed
