#include "engine/watch/observer.hpp"

namespace halo::engine {

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
    if (r.space == Space::shared) watchers.shared_access(block, WarpAccess{warp, r, pattern, racing, nullptr, false}, log);
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
    const Pattern pattern = shapes_.of(r);
    if (const Allocation* allocation_of_all = map_.allocation_of(pattern.begin, pattern.end)) {
        watchers.global_access(block, WarpAccess{warp, r, pattern, racing, allocation_of_all, held}, log);
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
        watchers.global_access(block, WarpAccess{warp, one, shapes_.of(one), racing, allocation, held}, log);
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
