// Translates the traffic of each access to the student's terms: lines, and names and shapes of arrays.

#include <algorithm>

#include "engine/engine.hpp"
#include "engine/memory/layout.hpp"
#include "engine/session/lines.hpp"
#include "engine/session/session.hpp"
#include "engine/session/source.hpp"
#include "engine/watch/line_traffic.hpp"

namespace halo::engine {
namespace {

LineTraffic named(const SiteTraffic& site)
{
    RawFinding raw;
    raw.kind = FindingKind::uninitialised;      // about memory: the array is named
    raw.site = site.site;
    raw.access = site.access;
    raw.space = site.space;
    raw.where = site.where;
    raw.bytes = site.bytes;
    raw.allocation = site.allocation;
    raw.dynamic = site.dynamic;
    raw.dynamic_bytes = site.dynamic_bytes;
    const Finding names = resolve(raw, Session::instance().kernel_name(site.kernel));

    LineTraffic line;
    line.at = names.at;
    line.access = site.access;
    line.space = site.space;
    line.array = names.array;
    if (names.shape.size() > 1) line.row = names.shape.back();
    if (site.allocation != nullptr) line.array_bytes = site.allocation->bytes;
    else if (const Variable* variable = Layout::instance().variable_at(site.where); variable != nullptr && site.space != Space::shared)
        line.array_bytes = variable->bytes;
    line.bytes = site.bytes;
    return line;
}

/// Copies that the compiler made of one line, and launches with other arrays of the same name, are one to the student.
bool same_line(const LineTraffic& a, const LineTraffic& b)
{
    return a.at == b.at && a.access == b.access && a.space == b.space && a.array == b.array && a.bytes == b.bytes;
}

void add(LineTraffic& line, const SiteTraffic& site)
{
    line.requests += site.requests;
    line.lanes += site.lanes;
    line.broadcasts += site.broadcasts;
    line.sectors += site.sectors;
    line.fewest_sectors += site.fewest_sectors;
    line.conflicts += site.conflicts;
    line.replays += site.replays;
    line.array_loads = site.array_loads;
    line.block_elements = site.block_elements;
}

std::uint64_t price(const SiteTraffic::Seen& seen) { return seen.pattern.price() * seen.requests; }

std::vector<LineTraffic> lines_of(const std::vector<SiteTraffic>& sites)
{
    std::vector<LineTraffic> lines;
    std::vector<std::vector<SiteTraffic::Seen>> patterns;      // of each line
    for (const SiteTraffic& site : sites) {
        LineTraffic one = named(site);
        if (one.at.line == 0) continue;
        auto known = std::ranges::find_if(lines, [&](const LineTraffic& line) { return same_line(line, one); });
        if (known == lines.end()) {
            known = lines.insert(lines.end(), std::move(one));
            patterns.emplace_back();
        }
        add(*known, site);
        std::vector<SiteTraffic::Seen>& of_line = patterns[std::size_t(known - lines.begin())];
        for (const SiteTraffic::Seen& seen : site.patterns) {
            const auto same = std::ranges::find_if(of_line, [&](SiteTraffic::Seen& one) { return one.pattern.joins(seen.pattern); });
            if (same == of_line.end()) of_line.push_back(seen);
            else same->requests += seen.requests;
        }
    }
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const auto dearest = std::ranges::max_element(patterns[i], {}, [](const SiteTraffic::Seen& seen) { return std::pair(price(seen), seen.requests); });
        lines[i].dearest = dearest->pattern;
        lines[i].dearest_requests = dearest->requests;
    }
    std::ranges::sort(lines, {}, [](const LineTraffic& line) { return std::tuple(line.at.file, line.at.line, line.space, line.access, line.array); });
    return lines;
}

}  // namespace

void count_lines(bool on) { SiteTraffics::instance().switch_on(on); }

std::vector<LineTraffic> line_traffic() { return lines_of(SiteTraffics::instance().all()); }

std::vector<LineTraffic> lines_of_kernel(std::uint32_t kernel)
{
    std::vector<SiteTraffic> sites = SiteTraffics::instance().all();
    std::erase_if(sites, [&](const SiteTraffic& site) { return site.kernel != kernel; });
    return lines_of(sites);
}

}  // namespace halo::engine
