#include "engine/session/profiler.hpp"

#include <errno.h>

#include <algorithm>
#include <cstring>

#include "engine/end_process.hpp"
#include "engine/engine.hpp"
#include "engine/session/lines.hpp"
#include "engine/watch/lane_use.hpp"
#include "engine/watch/used_words.hpp"
#include "findings/profile_report.hpp"

namespace halo::engine {
namespace {

/// More than any card of cards.def has: what a kernel uses may be there when it begins, and what it stores may stay there.
constexpr std::uint64_t kLargestCache = std::uint64_t(64) << 20;

std::FILE* opened(const char* path)
{
    std::FILE* const file = std::fopen(path, "w");
    if (file != nullptr) return file;
    std::fflush(stdout);
    std::fprintf(stderr, "the profile's file %s cannot be written: %s\n  where: %s, in the environment of this program\n"
                         "  try:   another file, in a folder that exists and that you may write to\n",
                 path, std::strerror(errno), kProfileOutput.variable);
    end_process(2);
}

}  // namespace

Profiler& Profiler::instance()
{
    static Profiler* profiler = new Profiler;
    return *profiler;
}

void Profiler::read_settings()
{
    const auto by = from_environment(kProfile), format = from_environment(kProfileFormat), sections = from_environment(kProfileSection);
    if (!by) return;
    by_ = *profile_by_from(*by);
    if (format) format_ = *profile_format_from(*format);
    if (sections) sections_ = *profile_sections_from(*sections);
    if (const auto path = from_environment(kProfileOutput)) file_ = opened(std::string(*path).c_str());
    on_ = true;
    if (by_ == ProfileBy::lines) count_lines(true);
}

KernelProfile& Profiler::profile_of(const Launch& launch)
{
    const auto known = std::ranges::find(kernels_, launch.kernel);
    if (known != kernels_.end() && by_ != ProfileBy::launches) {
        KernelProfile& profile = profiles_[std::size_t(known - kernels_.begin())];
        profile.other_shapes |= profile.grid != launch.grid || profile.block != launch.block;
        return profile;
    }
    kernels_.push_back(launch.kernel);
    KernelProfile& profile = profiles_.emplace_back();
    profile.kernel = launch.name;
    profile.at = launch.at;
    profile.grid = launch.grid;
    profile.block = launch.block;
    if (by_ == ProfileBy::launches) profile.number = launches_;
    return profile;
}

void Profiler::launched(const Launch& launch, const Counters& counters)
{
    const std::lock_guard lock(mutex_);
    ++launches_;
    KernelProfile& profile = profile_of(launch);
    profile.counters += counters;
    profile.lanes += LaneUse::take();
    const std::uint64_t used = used_bytes(launch.serial, launch.cooperative);
    profile.used_bytes += used;
    profile.uncached_bytes += used - std::min(used, kLargestCache);
}

void Profiler::print(std::size_t findings)
{
    if (!on_) return;
    on_ = false;
    if (by_ == ProfileBy::lines)
        for (std::size_t i = 0; i < profiles_.size(); ++i) profiles_[i].lines = lines_of_kernel(kernels_[i]);
    const ProfileReport report{program_invocation_short_name, profiles_, sections_, findings};
    const std::string text = format_ == ProfileFormat::csv ? to_csv(report) : format_ == ProfileFormat::json ? to_json(report) : to_text(report);
    std::fwrite(text.data(), 1, text.size(), file_);
    std::fflush(file_);
}

}  // namespace halo::engine
