#include "sandbox/verdict.hpp"
#include "sandbox/command.hpp"
#include "sandbox/files.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <elf.h>
#include <fmt/core.h>
#include <signal.h>
#include <sys/wait.h>

namespace halo::grader::sandbox {

const std::vector<std::string> kProgramOutOfMemory = {
    "terminate called after throwing an instance of 'std::bad_alloc'",
};
namespace {

/// Of cc1plus, to g++. With a control group our own limit is known; without, it may have been the machine that had no memory left.
constexpr const char* kCompilerKilled = "Killed signal terminated program";

}  // namespace

const std::vector<std::string> kCompilerOutOfMemory = {
    "out of memory allocating ",
    "virtual memory exhausted",
    "memory exhausted",
    "std::bad_alloc",
    kCompilerKilled,
    "Cannot allocate memory",
};

const char* name(How how)
{
    switch (how) {
    case How::exited: return "exited";
    case How::signalled: return "signalled";
    case How::timeout: return "timeout";
    case How::memory_limit: return "memory_limit";
    case How::output_limit: return "output_limit";
    case How::fault: break;
    }
    return "fault";
}

std::string Outcome::ended() const
{
    switch (how) {
    case How::exited: return fmt::format("exit:{}", code);
    case How::signalled: return fmt::format("signal:{}", code);
    case How::timeout: return "timeout";
    case How::memory_limit: return "memory";
    case How::output_limit: return "output";
    case How::fault: break;
    }
    return "";
}

Report parse_report(const std::string& text)
{
    Report report;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = text.find('\n', at);
        if (end == std::string::npos) break;                      // cut off: ignore it
        const std::string line = text.substr(at, end - at);
        at                     = end + 1;
        long   rss             = 0;
        Report seen            = report;
        if (line == "started") {
            report.started = true;
        } else if (std::sscanf(line.c_str(), "exec %d", &seen.exec_error) == 1) {
            report = seen;
        } else if (std::sscanf(line.c_str(), "ended %d %lf %lf %ld", &seen.status, &seen.user_ms, &seen.sys_ms, &rss) == 4) {
            seen.ended         = true;
            seen.max_rss_bytes = std::uint64_t(rss) << 10;
            report             = seen;
        }
    }
    return report;
}

std::string set_up_failure(const std::string& printed)
{
    std::string first = printed.substr(0, printed.find('\n'));
    if (first.empty()) first = "bubblewrap ended without a message";
    return halo::text({"grader: the sandbox could not be set up", first, "grader doctor, which says how to fix it"});
}

std::uint64_t static_bytes(const std::string& program)
{
    std::ifstream file(program, std::ios::binary);
    Elf64_Ehdr    head{};
    if (!file.read(reinterpret_cast<char*>(&head), sizeof head) || std::memcmp(head.e_ident, ELFMAG, SELFMAG) != 0 ||
        head.e_ident[EI_CLASS] != ELFCLASS64 || head.e_phentsize != sizeof(Elf64_Phdr))
        return 0;
    file.seekg(std::streamoff(head.e_phoff));
    std::uint64_t sum = 0;
    Elf64_Phdr    segment{};
    for (int i = 0; i < head.e_phnum && file.read(reinterpret_cast<char*>(&segment), sizeof segment); ++i)
        if (segment.p_type == PT_LOAD && (segment.p_flags & PF_W)) sum += segment.p_memsz;
    return sum;
}

namespace {

/// Is it in one of the last two lines, at whose beginning a program's name is? Earlier lines, and those that quote, may be the submission's own text.
bool ends_with(std::string_view text, std::string_view phrase)
{
    for (int lines = 0; lines < 2 && !text.empty(); ++lines) {
        text = text.substr(0, text.find_last_not_of('\n') + 1);
        const std::size_t start = text.rfind('\n') + 1;
        const std::string_view line = text.substr(start);
        if (!line.starts_with(' ') && line.find(phrase) != std::string_view::npos) return true;
        text = text.substr(0, start);
    }
    return false;
}

bool says_out_of_memory(const Job& job, const std::string& text)
{
    return std::ranges::any_of(job.out_of_memory_texts, [&](const std::string& phrase) { return ends_with(text, phrase); });
}

std::string signal_phrase(int signal)
{
    const char* abbreviation = sigabbrev_np(signal);
    const char* description  = sigdescr_np(signal);
    if (!abbreviation) return fmt::format("killed by signal {}", signal);
    return fmt::format("killed by SIG{} ({})", abbreviation, description ? description : "");
}

/// Ended by a signal that running out of memory can cause, while holding nearly all of its memory.
bool was_full(const Job& job, const Evidence& evidence, int signal)
{
    if (signal != SIGABRT && signal != SIGSEGV && signal != SIGBUS && signal != SIGKILL && signal != SIGTRAP) return false;
    const std::uint64_t held = std::max(evidence.report.max_rss_bytes, evidence.peak_bytes);
    return job.limits.memory_bytes != 0 && held >= job.limits.memory_bytes / 20 * 17;
}

}  // namespace

void judge(const Job& job, const Confinement& confinement, const Evidence& evidence, Outcome& outcome)
{
    const Report& report  = evidence.report;
    outcome.started       = report.started && report.exec_error == 0;
    outcome.user_ms       = report.user_ms;
    outcome.sys_ms        = report.sys_ms;
    outcome.user_ms      += std::max(0.0, evidence.cpu_ms - report.user_ms - report.sys_ms);
    outcome.by_wall_clock = false;
    outcome.by_sleep      = false;
    outcome.asleep_s      = evidence.asleep_ms / 1000;
    outcome.killed_from_outside = false;
    outcome.max_rss_bytes = std::max(report.max_rss_bytes, evidence.peak_bytes);
    outcome.code          = 0;

    const auto set = [&](How how, std::string text) {
        outcome.how  = how;
        outcome.text = std::move(text);
    };
    const std::string too_much_memory = fmt::format("needed more than {} MiB of memory", job.limits.memory_bytes >> 20);

    if (!report.started) {
        outcome.by_wall_clock = evidence.wall_clock;
        if (evidence.wall_clock)
            return set(How::fault, halo::text({"grader: the sandbox was not ready in time",
                                               fmt::format("{:g} s after its start", outcome.wall_ms / 1000), "run fewer --jobs"}));
        return set(How::fault, confinement.sandboxed ? set_up_failure(outcome.stderr_text)
                                                : halo::text({"grader: the stub did not start", outcome.stderr_text,
                                                              "build the grader again"}));
    }
    if (report.exec_error == ENOMEM) return set(How::memory_limit, too_much_memory + " to start");
    if (report.exec_error != 0)
        return set(How::fault, halo::text({fmt::format("grader: {} cannot be started in the sandbox", job.argv.at(0)),
                                           std::strerror(report.exec_error), "check that it is bound, and executable for everybody"}));
    if (evidence.oom_kills > 0 || evidence.watchdog) return set(How::memory_limit, too_much_memory);
    if (evidence.overflow) return set(How::output_limit, "wrote more output than allowed");
    if (evidence.cpu_spent) return set(How::timeout, fmt::format("used more than {:g} s of CPU time", job.limits.cpu_s));
    if (evidence.sleep) {
        outcome.by_sleep = true;
        return set(How::timeout, fmt::format("used no processor for {:g} s", job.limits.asleep_s));
    }
    if (evidence.wall_clock) {
        outcome.by_wall_clock = true;
        return set(How::timeout, fmt::format("still running after {:g} s", job.limits.wall_s));
    }
    if (!report.ended)
        return set(How::fault, halo::text({"grader: a job was killed from outside",
                                           fmt::format("the launcher ended with status {}", evidence.launcher_status),
                                           "check whether this machine ran out of memory (dmesg), and grade again"}));

    const int  signal    = WIFSIGNALED(report.status) ? WTERMSIG(report.status) : 0;
    const int  exit_code = WIFEXITED(report.status) ? WEXITSTATUS(report.status) : 0;
    const bool cpu_spent = report.user_ms + report.sys_ms >= double(cpu_seconds(job.limits)) * 1000.0;
    if (signal == SIGXCPU || (signal == SIGKILL && cpu_spent))
        return set(How::timeout, fmt::format("used more than {} s of CPU time", cpu_seconds(job.limits)));
    if (signal == SIGXFSZ)
        return set(How::output_limit, fmt::format("wrote a file larger than {} MiB", job.limits.file_size_bytes >> 20));
    if ((signal || exit_code) && (says_out_of_memory(job, outcome.stderr_text) || was_full(job, evidence, signal))) {
        outcome.killed_from_outside = ends_with(outcome.stderr_text, kCompilerKilled);
        return set(How::memory_limit, too_much_memory);
    }
    // The kernel kills a program whose globals do not fit, before its first instruction.
    if ((signal == SIGSEGV || signal == SIGKILL) && data_bytes(job.limits) && evidence.static_bytes >= data_bytes(job.limits))
        return set(How::memory_limit, fmt::format("its global variables alone need {} MiB, and it may have {} MiB",
                                                  evidence.static_bytes >> 20, job.limits.memory_bytes >> 20));
    outcome.killed_from_outside = signal == SIGKILL;
    outcome.code = signal ? signal : exit_code;
    if (signal) return set(How::signalled, signal_phrase(signal));
    set(How::exited, fmt::format("exit code {}", exit_code));
}

}  // namespace halo::grader::sandbox
