#include "sandbox/usage.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <sys/resource.h>

namespace halo::grader::sandbox {
namespace {

constexpr std::array<const char*, kStages> kNames = {"compile", "object gate", "link", "make inputs", "run", "judge", "ask again"};

double seconds(const timeval& t) { return double(t.tv_sec) + double(t.tv_usec) / 1e6; }

std::string row(const char* name, const std::string& jobs, double cpu_s, const std::string& each, std::uint64_t peak_bytes)
{
    const std::string peak = peak_bytes == 0 ? "" : fmt::format("{}", (peak_bytes + (1u << 20) - 1) >> 20);
    std::string line = fmt::format("{:<28}{:>8}{:>10.1f}{:>10}{:>10}", name, jobs, cpu_s, each, peak);
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

}  // namespace

void Usage::add(Stage stage, const Outcome& outcome)
{
    const std::lock_guard guard(mutex_);
    Sum& sum = sums_[std::size_t(stage)];
    ++sum.jobs;
    sum.cpu_s += (outcome.user_ms + outcome.sys_ms) / 1000;
    sum.peak_bytes = std::max(sum.peak_bytes, outcome.max_rss_bytes);
}

std::string Usage::table(double children_s, double own_s, std::uint64_t own_peak_bytes) const
{
    const std::lock_guard guard(mutex_);
    std::string out = fmt::format("{:<28}{:>8}{:>10}{:>10}{:>10}\n", "stage", "jobs", "CPU s", "ms each", "peak MiB");
    double in_jobs = 0;
    for (std::size_t i = 0; i < kStages; ++i) {
        const Sum& sum = sums_[i];
        if (sum.jobs == 0) continue;
        out += row(kNames[i], std::to_string(sum.jobs), sum.cpu_s, fmt::format("{:.1f}", 1000 * sum.cpu_s / double(sum.jobs)), sum.peak_bytes);
        in_jobs += sum.cpu_s;
    }
    out += row("setting up the sandboxes", "", std::max(0.0, children_s - in_jobs), "", 0);
    out += row("the grader itself", "", own_s, "", own_peak_bytes);
    return out + row("all", "", std::max(children_s, in_jobs) + own_s, "", 0);
}

std::string Usage::table() const
{
    rusage own{}, children{};
    getrusage(RUSAGE_SELF, &own);
    getrusage(RUSAGE_CHILDREN, &children);
    return table(seconds(children.ru_utime) + seconds(children.ru_stime), seconds(own.ru_utime) + seconds(own.ru_stime),
                 std::uint64_t(own.ru_maxrss) << 10);
}

Usage& usage()
{
    static Usage all;
    return all;
}

}  // namespace halo::grader::sandbox
