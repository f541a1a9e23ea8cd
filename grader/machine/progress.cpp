#include "machine/progress.hpp"

#include <cmath>
#include <cstdio>
#include <string>

#include <fmt/format.h>

#include "machine/text.hpp"

namespace halo::grader {
namespace {

constexpr double kLeastSeconds = 3, kLeastShare = 0.05;

std::string duration(double seconds)
{
    const auto whole = static_cast<long long>(std::ceil(seconds));
    if (whole < 90) return fmt::format("{} s", whole);
    return whole < 90 * 60 ? fmt::format("{} min", (whole + 59) / 60) : fmt::format("{:.1f} h", seconds / 3600);
}

}  // namespace

Progress::Progress(std::size_t total, bool visible) : total_(total), visible_(visible && total > 0)
{
    if (visible_) fmt::print(stderr, "{}", line(0, total_, 0, ""));
}

Progress::~Progress()
{
    if (visible_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::done(const std::string& what)
{
    const std::lock_guard guard(mutex_);
    ++done_;
    if (!visible_) return;
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count();
    fmt::print(stderr, "\r{}\x1b[K", line(done_, total_, seconds, what));
    std::fflush(stderr);
}

std::string Progress::line(std::size_t done, std::size_t total, double seconds, const std::string& what)
{
    const std::string count = fmt::format("[{:{}}/{}]", done, std::to_string(total).size(), total);
    std::string left;
    // The first few say nothing about the pace.
    if (done >= 3 && done < total && (seconds >= kLeastSeconds || double(done) >= kLeastShare * double(total)))
        left = fmt::format(" about {} left", duration(seconds / static_cast<double>(done) * static_cast<double>(total - done)));
    return fit(count + left + (what.empty() ? "" : " · " + what), 78);
}

}  // namespace halo::grader
