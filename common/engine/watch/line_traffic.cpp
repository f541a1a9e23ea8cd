#include "engine/watch/line_traffic.hpp"

#include <algorithm>
#include <bit>
#include <cstdlib>
#include <utility>

namespace halo::engine {
namespace {

constexpr std::size_t kMostPatterns = 64;

/// The distance in bytes that most neighbouring lanes have, and whether most do.
std::pair<std::int64_t, bool> stride_of(const Request& r, const Shape& shape)
{
    if (shape.same) return {0, true};
    if (shape.row) return {r.bytes, true};
    // Where every other lane takes part, no two are neighbours: then the next one counts.
    const bool neighbours = (r.lanes & (r.lanes << 1)) != 0, second_next = (r.lanes & (r.lanes << 2)) != 0;
    const std::int64_t lanes = neighbours ? 1 : second_next ? 2 : 4;
    std::array<std::int64_t, kWarp> distance;
    std::array<unsigned, kWarp> times{};
    unsigned kinds = 0, pairs = 0, previous = kWarp;
    for_each_lane(r.lanes, [&](unsigned lane) {
        const unsigned before = std::exchange(previous, lane);
        if (before == kWarp || lane - before != lanes) return;
        const std::int64_t apart = std::int64_t(r.offset[lane]) - r.offset[before];
        unsigned k = 0;
        while (k < kinds && distance[k] != apart) ++k;
        if (k == kinds) distance[kinds++] = apart;
        ++times[k];
        ++pairs;
    });
    if (pairs == 0) return {0, false};
    const auto most = std::size_t(std::max_element(times.begin(), times.begin() + kinds) - times.begin());
    return {distance[most] / lanes, 2 * times[most] > pairs && distance[most] % lanes == 0};
}

/// Bank conflicts if rows as long as the stride between lanes were one element longer: what padding would do.
unsigned conflicts_padded(const Request& r, const Pattern& pattern, std::int64_t stride)
{
    const std::int64_t row = std::abs(stride);
    if (row < 2 * std::int64_t(r.bytes)) return pattern.shape.bank_conflicts;
    Request padded = r;
    for_each_lane(r.lanes, [&](unsigned lane) {
        const std::int64_t place = r.offset[lane] - pattern.shape.low;
        padded.offset[lane] = std::int32_t(place + place / row * r.bytes);
    });
    return bank_conflicts(padded);
}

LanePattern pattern_of(const Request& r, const Pattern& p)
{
    LanePattern seen;
    seen.lanes = p.shape.lanes;
    std::tie(seen.stride, seen.regular) = stride_of(r, p.shape);
    if (r.space == Space::global && r.kind != Access::atomic) {
        const std::uint32_t bytes = std::min(r.bytes, 16u);
        const unsigned places = segments(r, unsigned(std::countr_zero(std::bit_floor(bytes))));
        seen.begin = unsigned(p.begin % 32);
        seen.sectors = segments(r, 5);
        seen.fewest_sectors = std::min(seen.sectors, (places * bytes + 31) / 32);
    }
    if (r.space == Space::shared && p.shape.bank_conflicts > 0) {
        seen.conflicts = p.shape.bank_conflicts;
        seen.padded_conflicts = conflicts_padded(r, p, seen.stride);
    }
    if (r.space == Space::constant) seen.replays = replays(r, p);
    return seen;
}

}  // namespace

SiteTraffics& SiteTraffics::instance()
{
    static SiteTraffics* traffics = new SiteTraffics;
    return *traffics;
}

void SiteTraffics::add(const BlockState& block, const Request& r, const Pattern& p)
{
    const Allocation* allocation = r.space == Space::global ? Arena::instance().find(p.begin) : nullptr;
    SiteTraffic& site = sites_[{r.site, block.kernel, r.space, r.kind, allocation}];
    if (site.requests == 0) {
        site.site = r.site;
        site.access = r.kind;
        site.space = r.space;
        site.where = p.begin;
        site.allocation = allocation;
        site.kernel = block.kernel;
        site.bytes = r.bytes;
    }
    site.dynamic = block.dynamic;
    site.dynamic_bytes = block.dynamic_bytes;

    if (allocation != nullptr && r.kind == Access::read) note_loads(block, r, *allocation);

    const LanePattern seen = pattern_of(r, p);
    ++site.requests;
    site.lanes += seen.lanes;
    site.broadcasts += p.shape.same;
    site.sectors += seen.sectors;
    site.fewest_sectors += seen.fewest_sectors;
    site.conflicts += seen.conflicts;
    site.replays += seen.replays;
    const auto known = std::ranges::find_if(site.patterns, [&](SiteTraffic::Seen& one) { return one.pattern.joins(seen); });
    if (known != site.patterns.end()) ++known->requests;
    else if (site.patterns.size() < kMostPatterns) site.patterns.push_back({seen, 1});
}

void SiteTraffics::note_loads(const BlockState& block, const Request& r, const Allocation& allocation)
{
    constexpr std::uint64_t kMostElements = std::uint64_t(1) << 26;
    Loads& loads = loads_[{block.kernel, &allocation}];
    if (loads.seen_in.empty() && allocation.bytes / r.bytes < kMostElements) loads.seen_in.resize(allocation.bytes / r.bytes + 1);
    for_each_lane(r.lanes, [&](unsigned lane) {
        ++loads.loads;
        const std::uint64_t element = (r.place(lane) - allocation.base) / r.bytes;
        if (element >= loads.seen_in.size() || std::exchange(loads.seen_in[element], block.linear + 1) != block.linear + 1) ++loads.block_elements;
    });
}

std::vector<SiteTraffic> SiteTraffics::all() const
{
    std::vector<SiteTraffic> all;
    for (const auto& [key, site] : sites_) {
        all.push_back(site);
        const auto loads = loads_.find({site.kernel, site.allocation});
        if (site.access != Access::read || loads == loads_.end()) continue;
        all.back().array_loads = loads->second.loads;
        all.back().block_elements = loads->second.block_elements;
    }
    return all;
}

}  // namespace halo::engine
