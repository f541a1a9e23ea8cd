#include "harness/judge/provenance.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "findings/describe.hpp"

namespace halo::lab {

namespace {

/// `line 54`, `lines 54 and 55`
std::string numbered(const std::vector<int>& lines)
{
    std::string out = lines.size() == 1 ? "line " : "lines ";
    for (std::size_t i = 0; i < lines.size(); ++i) out += fmt::format("{}{}", i == 0 ? "" : i + 1 == lines.size() ? " and " : ", ", lines[i]);
    return out;
}

void add_line(std::vector<int>& lines, int line)
{
    constexpr std::size_t kMost = 3;
    if (line > 0 && lines.size() < kMost && std::ranges::find(lines, line) == lines.end()) lines.push_back(line);
}

/// `, which loads in line 54 what line 41 stored`
std::string loaded_in(const std::vector<Loaded>& loads)
{
    std::vector<int> at, from;
    for (const Loaded& load : loads) {
        if (load.space == Space::constant) continue;
        add_line(at, load.at.line);
        if (load.origin) add_line(from, load.origin->at.line);
    }
    if (at.empty()) return {};
    return ", which loads in " + numbered(at) + (from.empty() ? "" : " what " + numbered(from) + " stored");
}

}  // namespace

std::string provenance(const History& h)
{
    if (!h.stored) return h.store_line == 0 ? "stored by no thread" : fmt::format("stored by no thread: the store is in line {}", h.store_line);
    if (h.stored->at.line == 0) return {};
    return fmt::format("stored in line {} by thread {} of block {}", h.stored->at.line, index(h.stored->thread), index(h.stored->block))
           + loaded_in(h.loads);
}

}  // namespace halo::lab
