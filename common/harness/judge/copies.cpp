#include "harness/judge/copies.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "findings/describe.hpp"
#include "findings/explain.hpp"

namespace halo::lab {

namespace {

using Steps = std::vector<HostStep>;

bool copies(const HostStep& step) { return step.kernel.empty() && step.at.line > 0; }

const HostStep* last(const Steps& steps, auto which)
{
    const auto found = std::find_if(steps.rbegin(), steps.rend(), which);
    return found == steps.rend() ? nullptr : &*found;
}

const HostStep* last_launch(const Steps& steps)
{
    return last(steps, [](const HostStep& step) { return !step.kernel.empty() && step.at.line > 0; });
}

std::string called(const CopySide& side) { return !side.array.empty() ? side.array : side.on_host ? "a host array" : "device memory"; }

/// A host array of which only a part is copied, in all copies together.
std::optional<std::string> copied_in_part(const Steps& steps, CopySide HostStep::*side)
{
    std::map<std::string, std::uint64_t> copied;
    for (const HostStep& step : steps)
        if (copies(step) && (step.*side).on_host) copied[(step.*side).array] += step.copied;
    for (const HostStep& step : steps) {
        const CopySide& s = step.*side;
        if (!copies(step) || !s.on_host || s.array.empty() || copied[s.array] >= s.bytes) continue;
        return fmt::format("line {} copies {} of the {} bytes of {}", step.at.line, thousands(std::int64_t(copied[s.array])),
                           thousands(std::int64_t(s.bytes)), s.array);
    }
    return {};
}

/// The output's own copy: never made, made the wrong way round, made too early, or of what no kernel stored.
std::optional<std::string> copy_back(const History& h, const std::string& output)
{
    const HostStep* const launch = last_launch(h.steps);
    const HostStep* const back = last(h.steps, [&](const HostStep& step) { return copies(step) && step.target.array == output; });
    const HostStep* const away = last(h.steps, [&](const HostStep& step) { return copies(step) && step.source.array == output; });
    if (launch == nullptr) return {};
    if (back == nullptr && away != nullptr)
        return fmt::format("line {} copies from {}, and no line copies to it", away->at.line, output);
    if (back == nullptr) return fmt::format("line {} launches {}, and no line copies to {}", launch->at.line, launch->kernel, output);
    if (back < launch)
        return fmt::format("line {} copies to {} before line {} launches {}", back->at.line, output, launch->at.line, launch->kernel);
    if (!h.stored && h.store_line == 0) return fmt::format("line {} copies {} to {}", back->at.line, called(back->source), output);
    return {};
}

/// A copy to the device that no kernel can use any more.
std::optional<std::string> copied_too_late(const Steps& steps)
{
    const HostStep* const launch = last_launch(steps);
    const HostStep* const late = last(steps, [](const HostStep& step) { return copies(step) && step.source.on_host && !step.target.on_host; });
    if (launch == nullptr || late == nullptr || late < launch) return {};
    return fmt::format("line {} copies {} to {} when line {} has launched {}", late->at.line, called(late->source), called(late->target),
                       launch->at.line, launch->kernel);
}

}  // namespace

std::string doubtful_copies(const History& h, const Output& output)
{
    if (output.on_host)
        if (const auto said = copy_back(h, output.name)) return *said;
    if (const auto said = copied_in_part(h.steps, &HostStep::target)) return *said;
    if (const auto said = copied_in_part(h.steps, &HostStep::source)) return *said;
    return copied_too_late(h.steps).value_or("");
}

std::string launched_in_vain(const History& h)
{
    const HostStep* const launch = last_launch(h.steps);
    return launch == nullptr ? "" : fmt::format("line {} launches {}, which stores nothing", launch->at.line, launch->kernel);
}

}  // namespace halo::lab
