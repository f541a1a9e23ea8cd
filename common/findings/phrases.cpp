#include "findings/phrases.hpp"

#include <fmt/format.h>

#include "findings/describe.hpp"

namespace halo {

std::string line_of(const Place& at, const Place& seen_from)
{
    if (at.file == seen_from.file) return fmt::format("in line {}", at.line);
    return "in " + describe(at);
}

std::string prefix(const Finding& finding)
{
    if (finding.at.line > 0) return describe(finding.at) + ": ";
    return finding.kernel.empty() ? std::string() : finding.kernel + ": ";
}

std::string who(const Finding& finding)
{
    return fmt::format("block {}, thread {}", index(finding.block), index(finding.thread));
}

std::string element(const Finding& finding, std::string_view fallback)
{
    std::string out = finding.array.empty() ? std::string(fallback) : finding.array;
    if (!finding.array.empty())
        for (const auto i : finding.index) out += fmt::format("[{}]", i);
    return out;
}

std::string shape(const Finding& finding, std::string_view known)
{
    if (!known.empty()) return std::string(known);
    std::string out;
    for (const auto extent : finding.shape) out += fmt::format("{}{}", out.empty() ? "" : " x ", extent);
    return out + (out == "1" ? " element" : " elements");
}

std::string_view verb(Access access)
{
    return access == Access::read ? "read" : access == Access::write ? "write" : "atomic update";
}
std::string_view participle(Access access)
{
    return access == Access::read ? "read" : access == Access::write ? "written" : "updated atomically";
}
std::string_view third_person(Access access)
{
    return access == Access::read ? "reads" : access == Access::write ? "writes" : "updates";
}

void add_count(std::string& where, std::uint64_t count, std::string_view things)
{
    if (count > 1) where += fmt::format("; {} such {}", count, things);
}

}  // namespace halo
