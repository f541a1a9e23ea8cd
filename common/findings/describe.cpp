#include "findings/describe.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "findings/explain.hpp"
#include "findings/finding_kind.hpp"
#include "findings/phrases.hpp"

namespace halo {

namespace {

std::string base_name(const std::string& path)
{
    return path.substr(path.find_last_of('/') + 1);     // npos + 1 is 0
}

/// Seconds, rounded up, that all blocks need if they go on as they did, and a fifth more.
std::uint64_t time_needed(const Finding& f)
{
    const double seconds = 1.2 * double(f.bytes) * double(f.blocks) / double(std::max<std::uint64_t>(f.finished, 1));
    const double step = seconds < 100 ? 10 : 100;
    constexpr double kMost = 86400;
    return std::uint64_t(std::min(std::ceil(seconds / step) * step, kMost));
}

}  // namespace

Message endless(const Finding& f, std::string_view)
{
    Message m;
    m.headline = fmt::format("{}kernel {} did not end", prefix(f), f.kernel.empty() ? "" : f.kernel);
    if (f.bytes > 0) m.headline += fmt::format(" within {} second{}", f.bytes, f.bytes == 1 ? "" : "s");
    m.where = who(f) + " was here when it was stopped";
    if (f.progressing) {
        m.headline += fmt::format("; {} of its {} blocks had finished", thousands(std::int64_t(f.finished)), thousands(std::int64_t(f.blocks)));
        m.attempt = f.limit_is_setting ? fmt::format("the kernel may only need more time: allow it {} seconds, --time-limit={} for cucc run, HALO_LAUNCH_LIMIT={} for a "
                                                     "built program; or launch fewer blocks", time_needed(f), time_needed(f), time_needed(f))
                                       : "the kernel may have an end, but too much to do: does each block do more than its share, or are there more blocks than elements need?";
        return m;
    }
    if (f.blocks > 1) m.where += fmt::format("; {} of {} blocks had finished", thousands(std::int64_t(f.finished)), thousands(std::int64_t(f.blocks)));
    m.attempt = "look at the loop around this line: what makes its condition false?";
    if (f.limit_is_setting) m.attempt += " If the kernel only needs more time, allow it: --time-limit for cucc run, HALO_LAUNCH_LIMIT for a built program";
    return m;
}

Message leak(const Finding& f, std::string_view)
{
    const std::string what = f.array.empty() ? "device memory" : f.array;
    Message m;
    m.headline = fmt::format("{}{} is never freed ({} bytes)", prefix(f), what, f.bytes);
    m.where = f.at.line > 0 ? "allocated here, and still there when the function returned"
                            : "still there when the function returned";
    if (f.count > 1) m.where += fmt::format("; {} times", f.count);
    m.attempt = "call cudaFree once for everything that cudaMalloc returned";
    if (f.call == "cudaFreeArray") m.attempt = "cudaFreeArray gives back what cudaMallocArray has made, after the texture object on it was destroyed";
    if (f.call != "cudaDestroyTextureObject") return m;
    if (f.outside == Outside::freed) {
        m.headline = fmt::format("{}{} is freed before the texture object that stands on it is destroyed", prefix(f), what);
        m.where = "the array was made here";
        m.attempt = "the object first, by cudaDestroyTextureObject, then the array, by cudaFreeArray";
        return m;
    }
    m.headline = fmt::format("{}the texture object on {} is never destroyed", prefix(f), what);
    m.where = f.at.line > 0 ? "its array was made here; the object is still there when the function returned" : "still there when the function returned";
    m.attempt = "call cudaDestroyTextureObject for the object, then cudaFreeArray for the array that it stands on";
    return m;
}

std::string index(const Index3& i)
{
    return i.z == 0 ? fmt::format("({},{})", i.x, i.y) : fmt::format("({},{},{})", i.x, i.y, i.z);
}
std::string describe(const Place& at) { return fmt::format("{}:{}", base_name(at.file), at.line); }

Message describe(const Finding& finding, std::string_view extent)
{
    Message m = row_of(finding.kind).describe(finding, extent);
    if (finding.after_race) m.where += "; threads of this block had raced before, and this may be a consequence";
    return m;
}

Message describe_leaks(const std::vector<Finding>& leaks)
{
    if (leaks.empty()) return {};
    Message m = describe(leaks.front());
    if (leaks.size() == 1) return m;

    std::uint64_t bytes = 0;
    std::string names, places;
    for (std::size_t i = 0; i < leaks.size(); ++i) {
        const Finding& leak = leaks[i];
        const std::string_view joint = i == 0 ? "" : i + 1 == leaks.size() ? " and " : ", ";
        bytes += leak.bytes;
        const bool texture = leak.call == "cudaDestroyTextureObject";
        names += fmt::format("{}{}{}", joint, texture ? "the texture object on " : "", leak.array.empty() ? "device memory" : leak.array);
        if (leak.at.line > 0 && !texture) places += fmt::format("{}{}", places.empty() ? "" : joint, describe(leak.at));
    }
    m.headline = fmt::format("{}{} are never freed ({} bytes)", prefix(leaks.front()), names, bytes);
    m.where = places.empty() ? std::string() : "allocated at " + places + ", and ";
    m.where += "still there when the function returned";
    if (leaks.front().count > 1) m.where += fmt::format("; {} times", leaks.front().count);
    return m;
}

bool went_below_zero(const Finding& f)
{
    constexpr std::int64_t kWrap = std::int64_t(1) << 32, kLargestStep = 1 << 20;
    return f.index.size() == 1 && f.index[0] < kWrap && f.index[0] >= kWrap - kLargestStep;
}

bool same_cause(const Finding& a, const Finding& b)
{
    return a.kind == b.kind && a.kernel == b.kernel && a.at == b.at && a.other == b.other && a.array == b.array && a.call == b.call
           && a.outside == b.outside;
}

}  // namespace halo
