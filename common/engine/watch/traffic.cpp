#include "engine/watch/traffic.hpp"

#include <algorithm>
#include <array>

namespace halo::engine {
namespace {

/// How many different segments of 2^shift bytes the lanes access.
unsigned distinct(const Request& r, unsigned shift)
{
    std::array<std::uintptr_t, 2 * kWarp> seen;
    unsigned count = 0;
    const auto add = [&](std::uintptr_t value) {
        // Neighbouring lanes usually access the same or the next sector: compare the newest entries first.
        unsigned k = count;
        while (k != 0 && seen[k - 1] != value) --k;
        if (k == 0) seen[count++] = value;
    };
    for_each_lane(r.lanes, [&](unsigned lane) {
        const std::uintptr_t first = r.place(lane), last = first + std::min(r.bytes, 16u) - 1;
        add(first >> shift);
        if (last >> shift != first >> shift) add(last >> shift);
    });
    return count;
}

}  // namespace

void Traffic::instruction(const BlockState&, unsigned, const Request& r, const Pattern& p)
{
    const std::uint64_t words = std::uint64_t(p.shape.lanes) * ((r.bytes + 3) / 4);
    const bool reads = r.kind == Access::read;
    switch (r.space) {
    case Space::global:
        (reads ? counters_.global_loads : counters_.global_stores) += words;
        global(r, p);
        break;
    case Space::shared:
        (reads ? counters_.shared_loads : counters_.shared_stores) += words;
        shared(r, p);
        break;
    case Space::constant:
        counters_.constant_loads += words;
        if (!p.shape.same) counters_.constant_replays += distinct(r, 2) - 1;
        break;
    case Space::host: break;
    }
}

void Traffic::global(const Request& r, const Pattern& p)
{
    if (r.kind == Access::atomic) return;  // a different kind of instruction, executed in the L2 cache
    const bool reads = r.kind == Access::read;
    const std::uint64_t sectors = p.shape.row || p.shape.same ? ((p.end - 1) >> 5) - (p.begin >> 5) + 1 : distinct(r, 5);
    ++(reads ? counters_.global_load_requests : counters_.global_store_requests);
    (reads ? counters_.global_load_sectors : counters_.global_store_sectors) += sectors;
}

void Traffic::shared(const Request& r, const Pattern& p)
{
    if (r.kind != Access::atomic) ++(r.kind == Access::read ? counters_.shared_load_requests : counters_.shared_store_requests);
    counters_.shared_bank_conflicts += p.shape.bank_conflicts;
}

}  // namespace halo::engine
