#include "sandbox/sandbox.hpp"
#include "sandbox/command.hpp"
#include "sandbox/files.hpp"
#include "sandbox/launch.hpp"
#include "sandbox/load.hpp"
#include "sandbox/memory.hpp"
#include "sandbox/pump.hpp"
#include "sandbox/seccomp_filter.hpp"
#include "sandbox/verdict.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <fmt/core.h>
#include <poll.h>
#include <unistd.h>

namespace halo::grader::sandbox {
namespace {

using Clock = std::chrono::steady_clock;

/// Time for bubblewrap to set up on a busy machine; it takes 5 ms on an idle one.
constexpr double kSetUpMs = 10'000;

/// Few programs run long enough for a second look.
constexpr double kLookEveryMs = 250;

double ms_since(Clock::time_point start) { return std::chrono::duration<double, std::milli>(Clock::now() - start).count(); }

Outcome fault(const Confinement& confinement, std::string text)
{
    Outcome outcome;
    outcome.sandboxed = confinement.sandboxed;
    outcome.text      = std::move(text);
    return outcome;
}

std::string stub_path(const Confinement& confinement) { return confinement.stub.empty() ? HALO_STUB : confinement.stub.string(); }

/// Why this job cannot be started, in three lines; "" if it can. Sets `become` to the user to switch to.
std::string refusal(const Job& job, const Confinement& confinement, std::optional<User>& become)
{
    if (job.argv.empty() || job.argv[0].empty() || job.argv[0][0] != '/')
        return halo::text({"grader: a job has no program", "argv[0] must be an absolute path", "report this as a bug"});
    for (const std::string& word : job.argv)
        if (word.find('\0') != std::string::npos)
            return halo::text({"grader: an argument of a job contains a zero byte", job.argv[0], "rename the file"});
    if (!confinement.sandboxed) {
        // The engine finds its own memory there. In a chroot without it a right submission was out of bounds. The sandbox has its own /proc.
        if (access("/proc/self/maps", R_OK) != 0)
            return halo::text({"grader: there is no /proc here, and without it verdicts are wrong", "/proc/self/maps cannot be read; is this a chroot?", "mount -t proc proc /proc"});
        if (geteuid() == 0) become = confinement.user;
        return "";
    }
    if (access(confinement.bwrap.c_str(), X_OK) != 0)
        return halo::text({"grader: student code runs only in a sandbox, and bubblewrap is not installed",
                           "looked for " + confinement.bwrap.string(),
                           "apt install bubblewrap; for your own code only: --no-sandbox"});
    if (geteuid() != 0 && getuid() != 0) return "";
    become = confinement.user ? confinement.user : ordinary_user();
    if (!become || become->uid == 0 || become->gid == 0)
        return halo::text({"grader: student code never runs as root, and there is no ordinary user to become",
                           "called as root; SUDO_UID is not set, and there is no user `nobody`",
                           "run the grader as an ordinary user"});
    return "";
}

/// One run: the descriptors, the loop, the evidence.
struct Run {
    const Job&         job;
    const Confinement& confinement;
    Source             input;
    Sink               out, err, result, report;
    Evidence           evidence;

    /// Follows the job until it has ended or is stopped, and its last byte has been read.
    void follow(Started& process, Group& group, Clock::time_point start)
    {
        // With a cgroup the kernel kills only one process, and the others may wait for it; the job must end all the same.
        const bool   grouped  = memory_limiter().kind != MemoryLimiter::watchdog;
        const bool   counted  = job.limits.memory_bytes != 0 || job.limits.cpu_s > 0;
        const double every_ms = !counted ? 1e9 : grouped ? 50 : 10;
        const double limit_ms = std::max(job.limits.wall_s, 0.0) * 1000.0;
        Watchdog     watchdog(process.pid());
        bool         killed   = false;
        double       end_ms   = 0, watched_ms = 0;      // when the process ended; when its usage was last checked
        double       end_by_ms = limit_ms + kSetUpMs;   // the program's own clock starts when the stub reports
        double       looked_ms = 0;                     // when it was last checked whether it sleeps
        bool         began     = false;
        for (;;) {
            const double now = ms_since(start);
            const bool   over = process.ended();
            if (over && end_ms == 0) end_ms = now;
            if (!began && !report.bytes.empty()) {
                began     = true;
                end_by_ms = now + limit_ms;
            }
            if (over && ((!out.open() && !err.open() && !result.open() && !report.open()) || now > end_ms + 500)) return;

            if (!over && !killed) {
                evidence.wall_clock = now >= end_by_ms;
                evidence.overflow   = out.overflowed() || err.overflowed() || result.overflowed();
                if (now >= watched_ms + every_ms) {
                    check_usage(watchdog, group, grouped);
                    watched_ms = ms_since(start);
                }
                // A device may keep it waiting, and others that device.
                if (began && job.devices.empty() && now >= looked_ms + kLookEveryMs) {
                    // What happened in a long pause of our own, nobody has seen.
                    if (looked_ms > 0 && watchdog.is_asleep()) evidence.asleep_ms += std::min(now - looked_ms, 2 * kLookEveryMs);
                    looked_ms      = now;
                    evidence.sleep = job.limits.asleep_s > 0 && evidence.asleep_ms >= job.limits.asleep_s * 1000;
                }
                if (evidence.wall_clock || evidence.sleep || evidence.overflow || evidence.watchdog || evidence.cpu_spent || (job.stop && *job.stop)) {
                    process.kill_now();
                    group.kill_all();
                    killed = true;
                }
            }
            double wait = over ? 20 : killed ? 20 : std::max(end_by_ms - now, 0.0) + 1;
            if (!over) wait = std::min({wait, job.stop ? 10.0 : every_ms, job.limits.asleep_s > 0 ? kLookEveryMs : 1e9});
            if (process.exit_fd() < 0) wait = std::min(wait, 10.0);
            wait_for_events(process.exit_fd(), over, int(std::min(wait, 60000.0)));
        }
    }

    /// Checks the memory held and the processor time used.
    void check_usage(Watchdog& watchdog, const Group& group, bool grouped)
    {
        const auto   counted = group.cpu_ms();
        const Watchdog::Used used = grouped && counted ? Watchdog::Used{} : watchdog.sample();
        const auto   held = grouped ? 0 : used.bytes;
        evidence.peak_bytes = std::max(evidence.peak_bytes, held);
        evidence.watchdog   = (job.limits.memory_bytes && held > job.limits.memory_bytes + (4u << 20)) || group.oom_kills() > 0;
        evidence.cpu_ms     = std::max(evidence.cpu_ms, counted.value_or(used.cpu_ms));
        evidence.cpu_spent  = job.limits.cpu_s > 0 && evidence.cpu_ms >= job.limits.cpu_s * 1000.0;
    }

    void wait_for_events(int exit_fd, bool over, int wait_ms)
    {
        std::array<pollfd, 6> events{};
        const std::array<int, 6> fds = {input.fd(), out.fd(), err.fd(), result.fd(), report.fd(), over ? -1 : exit_fd};
        for (std::size_t i = 0; i < fds.size(); ++i) events[i] = {fds[i], short(i == 0 ? POLLOUT : POLLIN), 0};
        if (poll(events.data(), events.size(), wait_ms) <= 0) return;
        if (events[0].revents) input.give();
        Sink* const sinks[] = {&out, &err, &result, &report};
        for (std::size_t i = 0; i < 4; ++i)
            if (events[i + 1].revents) sinks[i]->take();
    }
};

Outcome run_checked(const Job& job, const Confinement& confinement, const std::optional<User>& become, Pipe attached)
{
    const auto no_descriptors = [&](const std::string& what) {
        return fault(confinement, halo::text({"grader: a job could not be prepared", what + ": " + std::strerror(errno),
                                              "close other programs, or run fewer --jobs"}));
    };
    Pipe in, out, err, result, report;
    if ((!job.attached && (!in.make() || !out.make())) || !err.make() || !report.make() || (job.allow_result_fd3 && !result.make()))
        return no_descriptors("pipe");
    Fd input_file;
    if (job.input.file) {
        input_file = Fd(open(job.input.file->c_str(), O_RDONLY | O_CLOEXEC));
        if (!input_file.open()) return no_descriptors(job.input.file->string());
    }

    Launch launch;
    launch.environment = environment(job);
    launch.descriptors = {(job.attached ? attached : in).read.get(), (job.attached ? attached : out).write.get(), err.write.get(), result.write.get(), report.write.get()};
    Fd filter, stub;
    if (confinement.sandboxed) {
        std::string why;
        filter = Fd(seccomp_filter_fd(why, job.devices.empty() ? Sockets::none : Sockets::within));
        if (!filter.open())
            return fault(confinement, halo::text({"grader: no system call filter, so no sandbox", why, "grader doctor"}));
        stub = Fd(open(stub_path(confinement).c_str(), O_RDONLY | O_CLOEXEC));
        if (!stub.open()) return no_descriptors(stub_path(confinement));
        launch.descriptors.push_back(filter.get());
        launch.descriptors.push_back(stub.get());
        launch.command = bwrap_command(job, confinement);
        launch.become  = become;
        const auto program = stub_command("/stub", job.limits, 0, job.argv);
        launch.command.insert(launch.command.end(), program.begin(), program.end());
    } else {
        std::vector<std::string> program;
        for (const std::string& word : job.argv) program.push_back(on_host(job, word));
        for (std::string& line : launch.environment) line = on_host(job, line);
        launch.folder  = on_host(job, job.folder);
        launch.command = stub_command(stub_path(confinement), job.limits, threads_of(become ? become->uid : getuid()), program);
        launch.become  = become;
    }

    Outcome outcome;
    outcome.sandboxed = confinement.sandboxed;
    Group group(memory_limiter(), job.limits);
    if (!group.error().empty())
        return fault(confinement, halo::text({"grader: no control group for a job", group.error(), "grader doctor"}));
    const auto start = Clock::now();
    const auto machine = read_text("/proc/stat").value_or("");
    Started    process(launch);
    if (!process.error().empty()) return fault(confinement, process.error());
    if (!group.add(process.pid()))
        return fault(confinement, halo::text({"grader: a job could not be put into its control group",
                                              memory_limiter().describe(), "grader doctor"}));
    if (!process.release()) return fault(confinement, process.error());
    for (Fd* end : {&in.read, &out.write, &attached.read, &attached.write, &err.write, &result.write, &report.write, &filter, &stub}) end->reset();

    const Limits& limits = job.limits;
    Run run{job,
            confinement,
            Source(std::move(in.write), job.input.data, std::move(input_file)),
            Sink(std::move(out.read), limits.stdout_bytes),
            Sink(std::move(err.read), limits.stdout_bytes),
            Sink(std::move(result.read), limits.result_bytes),
            Sink(std::move(report.read), 4096),
            {}};
    run.follow(process, group, start);

    // The last bytes may have exceeded the cap after the program ended.
    run.evidence.overflow |= run.out.overflowed() || run.err.overflowed() || run.result.overflowed();
    run.evidence.report          = parse_report(run.report.text());
    run.evidence.oom_kills       = group.oom_kills();
    run.evidence.peak_bytes      = std::max(run.evidence.peak_bytes, group.peak_bytes());
    run.evidence.static_bytes    = static_bytes(on_host(job, job.argv[0]));
    run.evidence.launcher_status = process.status();
    outcome.wall_ms     = ms_since(start);
    outcome.stdout_text = run.out.text();
    outcome.stderr_text = run.err.text();
    outcome.result      = std::move(run.result.bytes);
    judge(job, confinement, run.evidence, outcome);
    if (outcome.by_wall_clock) outcome.busy_elsewhere = busy_elsewhere(machine, read_text("/proc/stat").value_or(""), outcome.user_ms + outcome.sys_ms);
    return outcome;
}

}  // namespace

Input Input::text(const std::string& text)
{
    const auto* first = reinterpret_cast<const std::byte*>(text.data());
    return bytes(std::vector<std::byte>(first, first + text.size()));
}

Outcome run(const Job& job, const Confinement& confinement)
{
    try {
        const NoSigpipe     quiet;
        Pipe                attached;
        if (job.attached) attached = {Fd(job.attached->in), Fd(job.attached->out)};
        std::optional<User> become;
        const std::string   why = refusal(job, confinement, become);
        return why.empty() ? run_checked(job, confinement, become, std::move(attached)) : fault(confinement, why);
    } catch (const std::exception& error) {
        return fault(confinement, halo::text({"grader: a job could not be run", error.what(), "report this as a bug"}));
    }
}

std::string why_not(const Confinement& confinement)
{
    Job job;
    job.argv = {"/usr/bin/true"};
    const Outcome outcome = run(job, confinement);
    if (outcome.ok()) return "";
    if (outcome.how == How::fault) return outcome.text;
    return halo::text({"grader: a trial program did not run in the sandbox", "/usr/bin/true: " + outcome.text,
                       "grader doctor, which says how to fix it"});
}

std::string warning(const Confinement& confinement)
{
    if (confinement.sandboxed) return "";
    std::string text = halo::text({"grader: NO SANDBOX: submissions can read and change whatever you can",
                                   "--no-sandbox leaves only limits on time, memory and output",
                                   "use it for your own code only; without it, submissions run in bubblewrap"});
    if (geteuid() == 0 && confinement.user) text += halo::text({"\ngrader: submissions run as " + confinement.user->name + ", which owns nothing: they can't change your files", "", ""});
    else if (geteuid() == 0) text += "\ngrader: and you are root: submissions run as root\n  try:   run it as an ordinary user";
    return text;
}

}  // namespace halo::grader::sandbox
