#include "engine/watch/observer.hpp"

namespace halo::engine {
namespace {

/// Calls `see(part, pattern, racing)` for what the lanes did: a compare-and-swap that fails only reads.
template <class See>
[[gnu::always_inline]] inline void for_each_part(const Request& r, const Pattern& pattern, std::uint32_t racing, See see)
{
    if (r.failed == 0) [[likely]] return see(r, pattern, racing);
    static constexpr Shape kAny{};           // each lane is looked at
    Request stored = part_of(r, r.lanes & ~r.failed), failed = part_of(r, r.lanes & r.failed);
    failed.kind = Access::read;
    for (const Request* part : {&stored, &failed})
        if (part->lanes != 0) see(*part, Pattern{kAny, pattern.begin, pattern.end}, racing & part->lanes);
}

}  // namespace

void Observer::warp_stopped(const BlockState& block, unsigned warp, WarpLog& warp_log)
{
    const auto decided = [&](Request load) { held_load(block, warp, load); };
    warp_log.complete();
    held_loads_.warp_stopped(warp, warp_log, decided);
    warp_log.take([&](Request& r) {
        const bool may_open_swap = r.kind == Access::read && r.space != Space::constant;
        const std::uint32_t without_swap = may_open_swap ? held_loads_.without_swap(r, warp_log, &r) : r.lanes;
        const std::uint32_t undecided = may_open_swap ? held_loads_.may_follow(r, without_swap, warp_log) : 0;
        access(block, warp, r, without_swap & ~undecided);
        if ((undecided & r.lanes) != 0) held_loads_.hold(warp, part_of(r, undecided & r.lanes), decided);
    });
    watchers.warp_stopped(block, warp);
}

void Observer::access(const BlockState& block, unsigned warp, Request& r, std::uint32_t racing)
{
    if (r.space == Space::global) return global_memory(block, warp, r, racing, false);
    const Pattern pattern = shapes_.of(r);
    if (r.space == Space::shared && stores_are_seen)
        for_each_part(r, pattern, racing, [&](const Request& part, const Pattern& of_part, std::uint32_t may_race) {
            watchers.shared_access(block, WarpAccess{warp, part, of_part, may_race, nullptr, false}, log);
        });
    count(block, warp, r, pattern);
}

/// The watchers have already seen the load, but not as one that may race.
void Observer::held_load(const BlockState& block, unsigned warp, Request& load)
{
    if (load.space == Space::global) return global_memory(block, warp, load, load.lanes, true);
    watchers.shared_access(block, WarpAccess{warp, load, shapes_.of(load), load.lanes, nullptr, true}, log);
}

void Observer::count(const BlockState& block, unsigned warp, const Request& r, const Pattern& pattern)
{
    if (r.step == r.bytes) return watchers.instruction(block, warp, r, pattern);
    Request step = r;
    step.bytes = r.step;
    for (std::uint32_t done = 0; done < r.bytes; done += r.step, step.where += r.step)
        watchers.instruction(block, warp, step, shapes_.of(step));
}

void Observer::global_memory(const BlockState& block, unsigned warp, Request& r, std::uint32_t racing, bool held)
{
    const auto see = [&](const Request& seen, const Pattern& whole, const Allocation* allocation) {
        if (!stores_are_seen) return;
        for_each_part(seen, whole, racing, [&](const Request& part, const Pattern& of_part, std::uint32_t may_race) {
            watchers.global_access(block, WarpAccess{warp, part, of_part, may_race, allocation, held}, log);
        });
    };
    const Pattern pattern = shapes_.of(r);
    if (const Allocation* allocation_of_all = map_.allocation_of(pattern.begin, pattern.end)) {
        see(r, pattern, allocation_of_all);
        if (!held) count(block, warp, r, pattern);
        return;
    }
    for_each_lane(r.lanes, [&](unsigned lane) {
        const std::uintptr_t place = r.place(lane);
        const Allocation* allocation = map_.allocation_of(place, place + r.bytes);
        if (allocation == nullptr) {
            outside_allocations(block, warp, r, lane);
            r.lanes &= ~(1u << lane);
            return;
        }
        const Request one = part_of(r, 1u << lane);
        see(one, shapes_.of(one), allocation);
    });
    if (!held && r.lanes != 0) count(block, warp, r, shapes_.of(r));
}

/// The access has been carried out, so that one run counts all of them.
void Observer::outside_allocations(const BlockState& block, unsigned warp, const Request& r, unsigned lane)
{
    const InvalidAccess invalid = map_.outside_allocations(r.place(lane));
    RawFinding s = raw_finding(FindingKind::out_of_bounds, block, warp * kWarp + lane, r, lane);
    s.allocation = invalid.allocation;
    s.outside = invalid.why;
    log.add(s);
}

}  // namespace halo::engine
